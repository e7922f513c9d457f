import { type ComponentType, type ReactNode, useCallback, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { PartOutOfReach } from "./part-out-of-reach.tsx";
import { Loading } from "./spinner.tsx";

interface Code<Props> {
  load(): Promise<{ default: ComponentType<Props> }>;
  /** Null until it is loaded. */
  component: ComponentType<Props> | null;
  /** Shown while the code is loaded. */
  loading?: ReactNode;
  /** Renders the failure; by default the notice alone. */
  lost?: (notice: ReactNode, props: Props) => ReactNode;
}

/**
 * A component whose code is loaded when it is first shown. React's `lazy` keeps a failure for ever and throws it at the
 * whole screen; here the failure is shown in place and the import is retried.
 */
export function part<Props extends object>(
  load: Code<Props>["load"],
  options: Pick<Code<Props>, "loading" | "lost"> = {},
): ComponentType<Props> {
  const code: Code<Props> = { load, component: null, ...options };
  return (props) => <Part code={code} props={props} />;
}

function Part<Props extends object>({ code, props }: { code: Code<Props>; props: Props }) {
  const [Component, setComponent] = useState(() => code.component);
  const [isLost, setLost] = useState(false);
  const fetchCode = useCallback(async () => {
    const loaded = await code.load().catch(() => null);
    if (loaded === null) return setLost(true);
    code.component = loaded.default;
    // Run the effects at once: otherwise a form loses text typed before its handlers are attached.
    flushSync(() => setComponent(() => loaded.default));
  }, [code]);
  useEffect(() => {
    if (Component === null) void fetchCode();
  }, [Component, fetchCode]);
  if (Component) return <Component {...props} />;
  const { loading = <Loading />, lost = (notice) => notice } = code;
  return isLost ? lost(<PartOutOfReach onRetry={fetchCode} />, props) : loading;
}
