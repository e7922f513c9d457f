import { expect, it, vi } from "vitest";
import type { ToolIdentity } from "../../../../web/src/features/testing-tool/identity.ts";
import { Tool } from "../../../../web/src/features/testing-tool/tool.ts";
import type { ConnectionHandlers } from "../../../../web/src/live/connection.ts";

type Handlers = Pick<ConnectionHandlers, "onMessage" | "onLost">;

/** A connection whose broker refuses the filters and the topics named `secret`. */
class Line {
  readonly retains = true;
  closed = false;
  published: string[] = [];
  #handlers: Handlers;
  constructor(handlers: Handlers) {
    this.#handlers = handlers;
  }
  async subscribe(filters: string[]): Promise<string[]> {
    const granted = filters.filter((filter) => !filter.includes("secret"));
    if (filters.length > 0 && granted.length === 0) throw new Error("Unauthorized");
    return granted;
  }
  async unsubscribe(): Promise<void> {}
  async publish(topic: string, payload: string): Promise<void> {
    if (topic.includes("secret")) throw new Error("Not authorized");
    this.published.push(payload);
    this.#handlers.onMessage({ topic, payload, bytes: payload.length, qos: 0, retain: false });
  }
  close(): void {
    this.closed = true;
  }
  lose(reason: string): void {
    this.#handlers.onLost(reason);
  }
}

function bench() {
  const lines: Line[] = [];
  const tool = new Tool(
    (topic) => topic.replace(/^u\//, ""),
    async (_, handlers) => {
      const line = new Line(handlers);
      lines.push(line);
      return line;
    },
  );
  return { tool, lines };
}
const as = (filters: string[]): ToolIdentity => ({ options: { clientId: "k__1" }, view: "account", filters });
const logged = async (tool: Tool, count: number) => {
  await vi.waitFor(() => expect(tool.log.entries.get()).toHaveLength(count));
  return tool.log.entries
    .get()
    .map((entry) => (entry.kind === "notice" ? entry.text : `${entry.kind} ${entry.topic} ${entry.payload}`));
};

it("subscribes to permitted filters at the start, and lists refused ones", async () => {
  const { tool } = bench();
  await tool.connect("ws://broker", as(["u/a", "u/secret"]));
  expect(tool.state.get()).toEqual({ phase: "connected", view: "account", filters: ["u/a"], full: true });
  expect(await logged(tool, 3)).toEqual(["Connected", "Subscribed to a", '"secret" was unauthorized']);
});

it("stays connected when all are refused", async () => {
  const { tool } = bench();
  await tool.connect("ws://broker", as(["u/secret"]));
  expect(tool.state.get()).toEqual({ phase: "connected", view: "account", filters: [], full: true });
});

it("subscribes, publishes, receives and unsubscribes", async () => {
  const { tool } = bench();
  await tool.connect("ws://broker", as([]));
  expect(await tool.subscribe("u/a", 1)).toBeNull();
  expect(await tool.subscribe("u/secret", 0)).toBe('"secret" was unauthorized');
  expect(tool.state.get()).toEqual({ phase: "connected", view: "account", filters: ["u/a"], full: true });
  await tool.publish("u/a", "1", 0, false);
  expect((await logged(tool, 5)).slice(3)).toEqual(["published a 1", "received a 1"]);
  expect(await tool.unsubscribe("u/a")).toBeNull();
  expect(tool.state.get()).toEqual({ phase: "connected", view: "account", filters: [], full: true });
});

it("disconnects, and clears topics and messages", async () => {
  const { tool, lines } = bench();
  await tool.connect("ws://broker", as(["u/a"]));
  await logged(tool, 2);
  tool.disconnect();
  expect(lines[0]?.closed).toBe(true);
  expect(tool.state.get()).toEqual({ phase: "disconnected", problem: null });
  expect(tool.log.entries.get()).toEqual([]);
  lines[0]?.lose("later");
  expect(tool.state.get()).toEqual({ phase: "disconnected", problem: null });
});

it("disconnects when a message cannot be published, and shows why", async () => {
  const { tool, lines } = bench();
  await tool.connect("ws://broker", as(["u/a"]));
  await tool.publish("u/secret", "1", 1, false);
  expect(lines[0]?.closed).toBe(true);
  expect(tool.state.get()).toEqual({
    phase: "disconnected",
    problem: "Publishing failed: Not authorized",
  });
});

it("keeps the messages when the broker ends the connection", async () => {
  const { tool, lines } = bench();
  await tool.connect("ws://broker", as(["u/a"]));
  lines[0]?.lose("Session taken over");
  expect(tool.state.get()).toEqual({ phase: "disconnected", problem: "Session taken over" });
  expect((await logged(tool, 3)).at(-1)).toBe("Disconnected: Session taken over");
});

it("closes a connection that was abandoned before it opened", async () => {
  const { tool, lines } = bench();
  const connecting = tool.connect("ws://broker", as(["u/a"]));
  tool.disconnect();
  await connecting;
  expect(lines[0]?.closed).toBe(true);
  expect(tool.state.get()).toEqual({ phase: "disconnected", problem: null });
});

it("shows why it could not connect, or that it could not", async () => {
  const refused = new Tool(String, () => Promise.reject(new Error("Connection refused: Not authorized")));
  await refused.connect("ws://broker", as([]));
  expect(refused.state.get()).toEqual({
    phase: "disconnected",
    problem: "Connection refused: Not authorized",
  });
  const silent = new Tool(String, () => Promise.reject(new Error("")));
  await silent.connect("ws://broker", as([]));
  expect(silent.state.get()).toEqual({ phase: "disconnected", problem: "Failed to connect" });
});
