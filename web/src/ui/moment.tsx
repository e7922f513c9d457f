import { momentText } from "../lib/time.ts";

/** A time on one line. */
export const Moment = ({ at }: { at: string }) => (
  <time dateTime={at} className="whitespace-nowrap">
    {momentText(at)}
  </time>
);
