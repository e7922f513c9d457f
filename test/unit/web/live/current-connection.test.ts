import { expect, it } from "vitest";
import type { ConnectionHandlers } from "../../../../web/src/live/connection.ts";
import { CurrentConnection } from "../../../../web/src/live/current-connection.ts";

class Line {
  closed = false;
  readonly handlers: ConnectionHandlers;
  constructor(handlers: ConnectionHandlers) {
    this.handlers = handlers;
  }
  close(): void {
    this.closed = true;
  }
}

function bench() {
  const lines: Line[] = [];
  const heard: string[] = [];
  const current = new CurrentConnection<Line>(async (_, handlers) => {
    const line = new Line(handlers);
    lines.push(line);
    return line;
  });
  const open = <T>(begin: (line: Line) => Promise<T>) =>
    current.open(
      { url: "ws://broker", clientId: "c" },
      { onMessage: ({ topic }) => heard.push(topic), onLost: (reason) => heard.push(`lost: ${reason}`) },
      begin,
    );
  const say = (line: Line | undefined, topic: string) =>
    line?.handlers.onMessage({ topic, payload: "", bytes: 0, qos: 0, retain: false });
  return { current, lines, heard, open, say };
}

it("passes the connection's first result and its messages on", async () => {
  const { current, lines, heard, open, say } = bench();
  expect(await open(async () => "begun")).toBe("begun");
  expect(current.standing).toBe(lines[0]);
  say(lines[0], "a");
  lines[0]?.handlers.onLost("gone");
  expect(current.standing).toBeNull();
  say(lines[0], "b");
  expect(heard).toEqual(["a", "lost: gone"]);
});

it("closes the earlier connection, and ignores it", async () => {
  const { current, lines, heard, open, say } = bench();
  await open(async () => 1);
  await open(async () => 2);
  expect(lines.map(({ closed }) => closed)).toEqual([true, false]);
  say(lines[0], "old");
  lines[0]?.handlers.onLost("old");
  say(lines[1], "new");
  expect(heard).toEqual(["new"]);
  expect(current.standing).toBe(lines[1]);
});

it("closes a connection abandoned before it opened, and does not use it", async () => {
  const { current, lines, open } = bench();
  let begun = false;
  const opening = open(async () => {
    begun = true;
  });
  current.giveUp();
  expect(await opening).toBeNull();
  expect([lines[0]?.closed, begun]).toEqual([true, false]);
});

it("ignores the outcome of an abandoned connection's request, also a failure", async () => {
  const { current, open } = bench();
  const failing = open(async () => {
    current.giveUp();
    throw new Error("nobody's any more");
  });
  expect(await failing).toBeNull();
  await open(async () => null);
  const asked = current.ask(async () => "an answer");
  current.giveUp();
  expect(await asked).toBeNull();
  expect(await current.ask(async () => "none stands")).toBeNull();
});

it("throws the reason of a connection that failed", async () => {
  const { open } = bench();
  await expect(open(() => Promise.reject(new Error("Unauthorized")))).rejects.toThrow("Unauthorized");
});
