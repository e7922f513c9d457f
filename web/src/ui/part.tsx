import { type ComponentType, type ReactNode, useCallback, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { PartOutOfReach } from "./part-out-of-reach.tsx";
import { Loading } from "./spinner.tsx";

interface Code<Props> {
  load(): Promise<{ default: ComponentType<Props> }>;
  /** Once it has come. */
  component: ComponentType<Props> | null;
  loading: ReactNode;
  lost(notice: ReactNode, props: Props): ReactNode;
}

interface PartOptions<Props> {
  /** Stands there until the code has come. */
  loading?: ReactNode;
  /** What stands there when the code cannot be had: the notice alone, unless there is a better place for it. */
  lost?: (notice: ReactNode, props: Props) => ReactNode;
}

/**
 * A part of a screen whose code is fetched when it is first shown. React's own `lazy` keeps a failure for good and
 * throws it at the whole screen; here it is said in place, and the code is asked for again.
 */
export function part<Props extends object>(
  load: Code<Props>["load"],
  { loading = <Loading />, lost = (notice) => notice }: PartOptions<Props> = {},
): ComponentType<Props> {
  const code: Code<Props> = { load, component: null, loading, lost };
  return (props) => <Part code={code} props={props} />;
}

function Part<Props extends object>({ code, props }: { code: Code<Props>; props: Props }) {
  const [Component, setComponent] = useState(() => code.component);
  const [isLost, setLost] = useState(false);
  const fetchCode = useCallback(async () => {
    try {
      code.component = (await code.load()).default;
    } catch {
      setLost(true);
      return;
    }
    // With its effects in the same moment: a form that is shown before it hears its fields loses what is typed till then.
    flushSync(() => setComponent(() => code.component));
  }, [code]);
  useEffect(() => {
    if (code.component === null) void fetchCode();
  }, [code, fetchCode]);
  if (Component) return <Component {...props} />;
  return isLost ? code.lost(<PartOutOfReach onRetry={fetchCode} />, props) : code.loading;
}
