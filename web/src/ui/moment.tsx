import { momentText } from "../lib/time.ts";

/** A moment on one line. */
export const Moment = ({ at }: { at: string }) => (
  <time dateTime={at} className="whitespace-nowrap">
    {momentText(at)}
  </time>
);
