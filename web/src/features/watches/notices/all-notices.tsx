import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { noticesQuery } from "../../../api/queries.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { ModalDone } from "../../../ui/modal.tsx";
import { NoticeList } from "./notice-list.tsx";
import { markSeen } from "./unread.ts";

/** What the bell opens. All of it counts as read. */
export default function AllNotices({ onClose }: { onClose(): void }) {
  const notices = useQuery(noticesQuery());
  const { data } = notices;
  useEffect(() => {
    if (data) markSeen(data);
  }, [data]);
  return (
    <>
      <div className="-mx-5 -mt-5">
        <Loaded
          of={notices}
          failed="The notices could not be loaded."
          empty="No notices yet. Add a watch on a device's page."
        >
          {(list) => <NoticeList notices={list} onOpen={onClose} />}
        </Loaded>
      </div>
      <ModalDone onClose={onClose}>
        <Link to="/dashboard/watches" className={buttonClass()} onClick={onClose}>
          All watches
        </Link>
      </ModalDone>
    </>
  );
}
