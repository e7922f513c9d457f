/** The stream of one filter, while *Live* is on and the page is visible. */

import { OWN_CALLS } from "virtual:own-calls";
import { useEffect, useRef, useState } from "react";
import { call } from "../../api/call.ts";
import { addressOf } from "../../api/client.ts";
import { LiveTopics, messageIn, Replays, topicOfGap } from "./live-topics.ts";

export type LivePhase = "off" | "connecting" | "on" | "paused" | "refused";

export interface Live {
  phase: LivePhase;
  topics: LiveTopics;
  /** Changes with each repaint. */
  version: number;
}

/** Thousands of messages may arrive in a second: repaint at this interval. */
const REPAINT_MS = 500;
const RETRY_MS = 2_000;

/** `filter`: null for off. The counts begin anew with each filter. `retained`: topics whose messages are in the tree. */
export function useLive(filter: string | null, retained: readonly { topic: string }[]): Live {
  const known = useRef(retained);
  known.current = retained;
  const [live, setLive] = useState<Live>({ phase: "off", topics: new LiveTopics(), version: 0 });
  useEffect(() => {
    const topics = new LiveTopics();
    setLive({ phase: filter === null ? "off" : "connecting", topics, version: 0 });
    if (filter === null) return undefined;
    const replays = new Replays(known.current.map(({ topic }) => topic));
    return follow({ filter, topics, replays }, setLive);
  }, [filter]);
  return live;
}

type SetLive = (change: (live: Live) => Live) => void;

/** Returns the function that ends it. */
function follow(of: Followed, setLive: SetLive): () => void {
  let repaint: ReturnType<typeof setTimeout> | undefined;
  const paint = (phase?: LivePhase) => {
    clearTimeout(repaint);
    repaint = undefined;
    setLive((live) => ({ ...live, phase: phase ?? live.phase, version: live.version + 1 }));
  };
  const stream = new LiveStream(of, {
    entered: paint,
    heard() {
      repaint ??= setTimeout(paint, REPAINT_MS);
    },
  });
  const look = () => {
    if (document.visibilityState === "visible") return void stream.open();
    stream.close();
    paint("paused");
  };
  document.addEventListener("visibilitychange", look);
  look();
  return () => {
    document.removeEventListener("visibilitychange", look);
    clearTimeout(repaint);
    stream.close();
  };
}

interface Followed {
  filter: string;
  topics: LiveTopics;
  replays: Replays;
}

interface Reports {
  entered(phase: LivePhase): void;
  /** Something was received. */
  heard(): void;
}

/** At most one stream, which is opened again when it ends. */
class LiveStream {
  readonly #of: Followed;
  readonly #reports: Reports;
  #source: EventSource | null = null;
  #retry: ReturnType<typeof setTimeout> | undefined;
  /** The attempt whose results count. */
  #attempt = 0;

  constructor(of: Followed, reports: Reports) {
    this.#of = of;
    this.#reports = reports;
  }

  close(): void {
    this.#attempt++;
    clearTimeout(this.#retry);
    this.#source?.close();
    this.#source = null;
  }

  async open(): Promise<void> {
    this.close();
    const mine = this.#attempt;
    this.#reports.entered("connecting");
    try {
      const { ticket } = await call("createTicket");
      if (mine !== this.#attempt) return;
      const search = { filter: this.#of.filter, ticket };
      this.#hear(new EventSource(addressOf(OWN_CALLS.readStream, { search })));
    } catch {
      if (mine !== this.#attempt) return;
      this.#reports.entered("refused");
      this.#openLater();
    }
  }

  #openLater(): void {
    this.#retry = setTimeout(() => void this.open(), RETRY_MS);
  }

  #hear(source: EventSource): void {
    this.#source = source;
    source.onopen = () => {
      this.#of.replays.opened();
      this.#reports.entered("on");
    };
    source.onerror = () => {
      this.#reports.entered("connecting");
      // a browser tries again by itself, except after a refusal
      if (source.readyState === EventSource.CLOSED) this.#openLater();
    };
    source.addEventListener("message", ({ data }: MessageEvent<string>) => {
      const message = messageIn(data, Date.now());
      if (message === null || this.#of.replays.isReplay(message)) return;
      this.#of.topics.add(message);
      this.#reports.heard();
    });
    source.addEventListener("gap", ({ data }: MessageEvent<string>) => {
      // one message that is too long for the stream: at the start it may be a retained one
      if (topicOfGap(data) !== null) return;
      this.#of.topics.gaps++;
      this.#reports.heard();
    });
  }
}
