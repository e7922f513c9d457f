/** Reads Server-Sent Events from a response. */

export interface Sent {
  event: string;
  id: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: what an event holds is what the test is about
  data: any;
}

/** A reader that is open until it is closed. */
export class Reader {
  readonly status: number;
  readonly headers: Headers;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  readonly #decoder = new TextDecoder();
  #text = "";

  constructor(response: Response) {
    this.status = response.status;
    this.headers = response.headers;
    this.#reader = response.body?.getReader();
  }

  /** The next event. */
  async next(): Promise<Sent> {
    const sent = await this.nextOrEnd();
    if (sent === null) throw new Error("The stream ended.");
    return sent;
  }

  /** Null at the end of the stream. */
  async nextOrEnd(): Promise<Sent | null> {
    for (;;) {
      const end = this.#text.indexOf("\n\n");
      if (end >= 0) {
        const block = this.#text.slice(0, end);
        this.#text = this.#text.slice(end + 2);
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1];
        const data = field("data");
        if (data !== undefined)
          return { event: field("event") ?? "", id: field("id"), data: JSON.parse(data) };
        continue;
      }
      const { done, value } = (await this.#reader?.read()) ?? { done: true, value: undefined };
      if (done) return null;
      this.#text += this.#decoder.decode(value, { stream: true });
    }
  }

  close = () => this.#reader?.cancel();
}
