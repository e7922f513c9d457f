import { Note } from "./note.tsx";

/** Shown beside a program that connects to a loopback name, which other devices cannot reach. */
export const LocalhostNote = ({ host }: { host: string }) => (
  <Note tone="wait" title={`Other devices cannot reach ${host}`}>
    For them that name means themselves. Stop the server, start it with{" "}
    <code className="whitespace-nowrap">npm start -- --lan</code>, and open this page by the address that it
    prints.
  </Note>
);
