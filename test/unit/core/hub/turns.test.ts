/** A turn: its plan, its commit and its consequences. */

import { describe, expect, test, vi } from "vitest";
import { type AfterTurns, DueWork } from "../../../../broker/hub/turn/due-work.ts";
import type { Peer } from "../../../../broker/hub/turn/peer.ts";
import { Turns } from "../../../../broker/hub/turn/turns.ts";
import { Log } from "../../../../broker/log.ts";
import { AWAITING_CONNECT, CLOSED } from "../../../../broker/session/session.ts";

class Socket implements Peer {
  session: Peer["session"] = AWAITING_CONNECT;
  planned: Peer["planned"] = null;
  readonly sent: string[] = [];
  #entered = false;

  plan(session: Peer["planned"]): void {
    this.planned = session;
  }
  commit(): void {
    this.session = this.planned as Peer["session"];
    this.planned = null;
  }
  enter(): boolean {
    if (this.#entered) return false;
    this.#entered = true;
    return true;
  }
  leave(): void {
    this.#entered = false;
  }
  push(part: unknown): void {
    this.sent.push(String.fromCharCode(...(part as Uint8Array)));
  }
  pushDroppable(part: Uint8Array): void {
    this.push(part);
  }
}

const bytes = (text: string) => new TextEncoder().encode(text);

/** Each input closes the session; `told` holds the actions in order. */
function scene() {
  const told: string[] = [];
  const log = new Log(() => "");
  const error = vi.spyOn(log, "error").mockImplementation(() => {});
  const due = new DueWork();
  const turns = new Turns<Socket>(
    {
      step: () => ({ session: CLOSED, effects: [] }),
      obey: () => {},
      publish: () => null,
      afterTurns: (touched) => told.push(`settled ${touched.length}`),
      failed: () => told.push("failed"),
    },
    {
      store: {
        transaction: (work) => {
          told.push("begin");
          try {
            work();
            told.push("commit");
          } catch (reason) {
            told.push("rollback");
            throw reason;
          }
        },
      },
      clock: () => 7,
      log,
      due,
      distrust: () => told.push("distrust"),
    },
  );
  return { turns, told, error, due, socket: new Socket() };
}

describe("a turn", () => {
  test("without a write has no transaction; with writes it has one, and memory follows it", () => {
    const { turns, told, socket } = scene();
    expect(turns.turn((plan) => plan.send(socket, bytes("a")))).toBe(true);
    const done = turns.turn((plan) => {
      plan.fact(() => told.push(`fact of ${socket.session.state}, after ${socket.sent}`));
      plan.write(() => told.push("write"));
      plan.input(socket, { type: "transport-closed" });
      plan.send(socket, bytes("b"));
      plan.write(() => told.push("and another"));
      told.push(`planned ${socket.planned?.state}, still ${socket.session.state}`);
    });
    expect(done).toBe(true);
    expect(told).toEqual([
      "settled 0",
      "planned closed, still awaiting-connect",
      "begin",
      "write",
      "and another",
      "commit",
      "fact of closed, after a,b",
      "settled 1",
    ]);
  });

  test.each(["plan", "write"] as const)("whose %s fails has no effect, and earlier turns stand", (where) => {
    const { turns, told, error, socket } = scene();
    const fail = (): never => {
      throw new Error("no");
    };
    const done = turns.together(() => {
      turns.turn((plan) => plan.send(socket, bytes("a")));
      return turns.turn((plan) => {
        plan.input(socket, { type: "transport-closed" });
        plan.send(socket, bytes("b"));
        plan.fact(() => told.push("fact"));
        plan.follow(() => told.push("next"));
        plan.write(where === "write" ? fail : () => told.push("write"));
        if (where === "plan") fail();
      });
    });
    expect(done).toBe(false);
    expect(socket.sent).toEqual(["a"]);
    expect([socket.session.state, socket.planned]).toEqual(["awaiting-connect", null]);
    expect(told).not.toContain("fact");
    expect(told).not.toContain("next");
    expect(told.slice(-2)).toEqual(["failed", "settled 0"]);
    expect(error).toHaveBeenCalledTimes(1);
  });

  test("runs its follow-up turns before other requests; all settle together", () => {
    const { turns, told, socket } = scene();
    turns.together(() => {
      turns.turn((plan) => {
        plan.touch(socket);
        plan.follow((next) => {
          told.push("first");
          next.follow(() => told.push("of the first"));
        });
        plan.follow(() => told.push("second"));
      });
      turns.turn(() => told.push("asked for"));
    });
    expect(told).toEqual(["first", "of the first", "second", "asked for", "settled 1"]);
  });

  test.each(["plan", "write"] as const)("whose %s fails requires no work after the turns", (where) => {
    const { turns, due, told } = scene();
    const fail = (): never => {
      throw new Error("no");
    };
    turns.turn((plan) => {
      plan.require("scheduleWatches");
      plan.write(() => plan.require("sendEvents"));
      plan.fact(() => plan.require("writeBlocks"));
      plan.write(where === "write" ? fail : () => {});
      if (where === "plan") fail();
    });
    expect([told.at(-2), due.bits]).toEqual(["failed", 0]);
    turns.turn((plan) => {
      plan.write(() => plan.require("sendEvents"));
      plan.fact(() => plan.require("writeBlocks"));
    });
    const done: string[] = [];
    turns.runDue("sendEvents", "readRights", recording(done));
    expect(done).toEqual(["sendEvents", "writeBlocks"]);
  });

  test("runs deferred work last, once for each name", () => {
    const { turns, told } = scene();
    turns.turn((plan) => {
      plan.last("x", () => told.push("last"));
      plan.last("x", () => told.push("again"));
      told.push("first");
    });
    expect(told).toEqual(["first", "last", "settled 0"]);
  });

  test("returns whether its own plan was committed; follow-up turns of a failed one do not run", () => {
    const { turns, told } = scene();
    const done = turns.turn((plan) => {
      plan.follow(() => {
        throw new Error("no");
      });
      plan.follow(() => told.push("behind it"));
    });
    expect([done, turns.failures]).toEqual([true, 1]);
    expect(told).toEqual(["failed", "settled 0"]);
  });

  test.each(["plan", "write"] as const)(
    "inside the %s of another one throws, and that one fails",
    (where) => {
      const { turns, told, error } = scene();
      const inner = () => turns.turn(() => told.push("inner"));
      const done = turns.turn((plan) => {
        if (where === "plan") inner();
        else plan.write(inner);
      });
      expect(done).toBe(false);
      expect(told).not.toContain("inner");
      expect(error.mock.calls[0]?.[1]).toEqual(new Error("A turn inside a turn."));
      expect(turns.turn(() => {})).toBe(true);
    },
  );

  test("that memory cannot follow is undone", () => {
    const { turns, told } = scene();
    turns.turn((plan) => {
      plan.write(() => told.push("write"));
      plan.fact(() => {
        throw new Error("no");
      });
    });
    expect(told).toEqual(["begin", "write", "commit", "distrust", "settled 0"]);
  });
});

const recording = (done: string[], during: Partial<Record<AfterTurns, () => void>> = {}) =>
  new Proxy({} as Record<AfterTurns, () => void>, {
    get: (_, work: AfterTurns) => () => {
      done.push(work);
      during[work]?.();
    },
  });

describe("due work", () => {
  test("is done once, in its order, in the range that is asked for; later work is not lost", () => {
    const { turns, due } = scene();
    const done: string[] = [];
    for (const work of ["readRights", "writeRefusals", "sendEvents", "writeRefusals"] as const)
      due.require(work);
    turns.runDue("sendEvents", "scheduleRefusalCounts", recording(done));
    expect(done).toEqual(["sendEvents", "writeRefusals"]);
    turns.runDue("sendEvents", "readRights", recording(done));
    expect(done).toEqual(["sendEvents", "writeRefusals", "readRights"]);
    expect(due.bits).toBe(0);
  });

  test("that other work requires is done with it; its own repetition waits for the next turns", () => {
    const { turns, due } = scene();
    const done: string[] = [];
    due.require("writeBlocks");
    const during = {
      writeBlocks: () => {
        due.require("writeRefusals");
        due.require("writeBlocks");
      },
    };
    turns.runDue("sendEvents", "readRights", recording(done, during));
    expect(done).toEqual(["writeBlocks", "writeRefusals"]);
    expect(due.bits).not.toBe(0);
  });
});
