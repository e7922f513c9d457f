import { useQuery } from "@tanstack/react-query";
import type { Watch } from "../../../../../worker/contract/watches.ts";
import { call } from "../../../api/call.ts";
import { LIST_REFRESH_MS } from "../../../api/queries.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import { Loaded } from "../../../ui/loading/loaded.tsx";
import { NoticeList } from "./notice-list.tsx";

export default function WatchNotices({ watch: { id } }: { watch: Watch }) {
  const notices = useQuery({
    queryKey: queryKeys.noticesOf(id),
    queryFn: () => call("listWatchNotices", { id }),
    refetchInterval: LIST_REFRESH_MS,
  });
  return (
    <div className="-mx-5 -my-5">
      <Loaded of={notices} failed="Its notices could not be loaded." empty="It has sent no notice yet.">
        {(list) => <NoticeList notices={list} />}
      </Loaded>
    </div>
  );
}
