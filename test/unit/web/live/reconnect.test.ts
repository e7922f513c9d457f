import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type LinkEvent,
  type LinkState,
  RECONNECT_ATTEMPTS,
  type Step,
  statusOf,
  step,
} from "../../../../web/src/live/reconnect.ts";

const OFF: LinkState = { phase: "off" };

function run(from: LinkState, ...events: LinkEvent[]): Step {
  return events.reduce<Step>((now, event) => step(now.link, event), { link: from, effects: [] });
}

const start = { type: "start" } as const;
const opened = { type: "opened" } as const;
const due = { type: "due" } as const;
const failed = { type: "failed", message: "no" } as const;
const lost = { type: "lost", message: "gone" } as const;

describe("the connection to the broker", () => {
  it("opens on start and is connected after CONNACK", () => {
    const started = step(OFF, start);
    expect(started.effects).toContainEqual({ do: "open" });
    expect(statusOf(started.link)).toBe("connecting");
    expect(statusOf(step(started.link, opened).link)).toBe("connected");
  });

  it("waits 5, 10, 20, 30 and 30 seconds after a loss, then rests", () => {
    let now = run(OFF, start, opened, lost);
    const waits: number[] = [];
    while (now.link.phase === "waiting") {
      waits.push(now.link.delay);
      expect(now.effects).toContainEqual({ do: "wait", ms: now.link.delay });
      now = run(now.link, due, failed);
    }
    expect(waits).toEqual([5_000, 10_000, 20_000, 30_000, 30_000]);
    expect(now.link).toEqual({ phase: "resting", cause: "failed", message: "no" });
    expect(now.effects).not.toContainEqual(expect.objectContaining({ do: "wait" }));
  });

  it("starts counting again after a success", () => {
    const weary = run(OFF, start, failed, due, failed, due, failed);
    expect(weary.link).toMatchObject({ phase: "waiting", attempt: 3 });
    const again = run(weary.link, due, opened, lost);
    expect(again.link).toMatchObject({ phase: "waiting", attempt: 1, delay: 5_000 });
  });

  it("calls a failed connect an error and a lost connection disconnected", () => {
    expect(statusOf(run(OFF, start, failed).link)).toBe("error");
    expect(statusOf(run(OFF, start, opened, lost).link)).toBe("disconnected");
  });

  it("ends its rest only by Retry or when the tab becomes visible", () => {
    const resting: LinkState = { phase: "resting", cause: "lost", message: "gone" };
    expect(step(resting, { type: "retry" }).effects).toEqual([{ do: "open" }]);
    expect(step(resting, { type: "visible" }).effects).toEqual([{ do: "open" }]);
    for (const event of [due, opened, failed, lost] as LinkEvent[]) {
      expect(step(resting, event)).toEqual({ link: resting, effects: [] });
    }
  });

  it("tries at once by Retry while it waits, with all attempts", () => {
    const waiting = run(OFF, start, failed, due, failed).link;
    const retried = step(waiting, { type: "retry" });
    expect(retried.effects).toEqual([{ do: "stop waiting" }, { do: "open" }]);
    expect(step(retried.link, failed).link).toMatchObject({ attempt: 1 });
  });

  it("does not shorten a wait because the tab becomes visible", () => {
    const waiting = run(OFF, start, failed).link;
    expect(step(waiting, { type: "visible" })).toEqual({ link: waiting, effects: [] });
  });

  it("restarts an open connection: closed first, then opened", () => {
    const { effects } = run(OFF, start, opened, start);
    expect(effects.map((effect) => effect.do)).toEqual(["stop waiting", "close", "open"]);
  });

  it("is off after stop, whatever was before, and ignores events", () => {
    for (const before of [run(OFF, start), run(OFF, start, opened), run(OFF, start, failed)]) {
      const off = step(before.link, { type: "stop" });
      expect(off.link).toEqual(OFF);
      expect(off.effects).toEqual([{ do: "stop waiting" }, { do: "close" }]);
    }
    for (const event of [due, opened, failed, lost, { type: "retry" }, { type: "visible" }] as LinkEvent[]) {
      expect(step(OFF, event)).toEqual({ link: OFF, effects: [] });
    }
  });

  it("never opens more than five times in a row by itself", () => {
    const event = fc.constantFrom<LinkEvent>(failed, lost, due, { type: "visible" });
    fc.assert(
      fc.property(fc.array(event, { maxLength: 80 }), (events) => {
        let link = run(OFF, start).link;
        let opens = 0;
        for (const happened of events) {
          if (happened.type === "visible" && link.phase === "resting") opens = -1;
          const next = step(link, happened);
          opens += next.effects.filter((effect) => effect.do === "open").length;
          expect(opens).toBeLessThanOrEqual(RECONNECT_ATTEMPTS);
          link = next.link;
        }
      }),
    );
  });
});
