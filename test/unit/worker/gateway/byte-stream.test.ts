import { describe, expect, test } from "vitest";
import { type ByteStream, closeGracefully, pipeBoth } from "../../../../worker/gateway/byte-stream.ts";
import { WebSocketStream } from "../../../../worker/gateway/websocket-stream.ts";

const MAX_UNREAD = 100_000;
const utf8 = (text: string) => new TextEncoder().encode(text);

/** The far end of a real WebSocket, and the data it received. */
class Peer {
  readonly socket: WebSocket;
  heard = "";
  heardBytes = 0;
  readonly closed: Promise<{ code: number; reason: string }>;
  #look: () => void = () => {};

  constructor(socket: WebSocket) {
    this.socket = socket;
    socket.binaryType = "arraybuffer";
    socket.addEventListener("message", ({ data }) => {
      this.heardBytes += (data as ArrayBuffer).byteLength;
      if (this.heardBytes < 1000) this.heard += new TextDecoder().decode(data as ArrayBuffer);
      this.#look();
    });
    this.closed = new Promise((resolve) => {
      socket.addEventListener("close", ({ code, reason }) => resolve({ code, reason }));
    });
    socket.accept();
  }

  async until(condition: () => boolean): Promise<void> {
    while (!condition()) {
      await new Promise<void>((resolve) => {
        this.#look = resolve;
      });
    }
  }
}

function joined(): { client: Peer; object: Peer; done: Promise<void> } {
  const ends = [new WebSocketPair(), new WebSocketPair()].map((pair) => Object.values(pair));
  const [[a, nearA], [b, nearB]] = ends as [[WebSocket, WebSocket], [WebSocket, WebSocket]];
  const done = pipeBoth(new WebSocketStream(nearA, MAX_UNREAD), new WebSocketStream(nearB, MAX_UNREAD));
  return { client: new Peer(a), object: new Peer(b), done };
}

describe("two joined streams", () => {
  test("carry bytes in both directions in order", async () => {
    const { client, object, done } = joined();
    for (const piece of ["one ", "two ", "three"]) client.socket.send(utf8(piece));
    object.socket.send(utf8("answer"));
    await object.until(() => object.heard === "one two three");
    await client.until(() => client.heard === "answer");
    client.socket.close(1000, "");
    await done;
  });

  test("end the other side with the same code and reason", async () => {
    const { client, object, done } = joined();
    object.socket.send(utf8("bye"));
    object.socket.close(1008, "too much");
    expect(await client.closed).toMatchObject({ code: 1008, reason: "too much" });
    expect(client.heard).toBe("bye");
    await done;
  });

  test("report an end without a code as a normal one", async () => {
    const { client, object, done } = joined();
    client.socket.close();
    expect(await object.closed).toMatchObject({ code: 1000 });
    await done;
  });

  test("MQTT-6.0.0-1: a text frame ends both sides", async () => {
    const { client, object, done } = joined();
    client.socket.send("CONNECT");
    expect(await client.closed).toMatchObject({ code: 1003 });
    await object.closed;
    expect(object.heardBytes).toBe(0);
    await done;
  });
});

/** A client that no longer reads. */
const stalled = (): ByteStream & { destroyed: boolean } => ({
  destroyed: false,
  closing: { code: 1000, reason: "" },
  closed: new Promise(() => {}),
  read: () => new Promise(() => {}),
  write: () => new Promise(() => {}),
  end: () => new Promise(() => {}),
  destroy() {
    this.destroyed = true;
  },
});

describe("a client that reads no data", () => {
  test("is disconnected when more than the maximum is buffered", async () => {
    const [far, near] = Object.values(new WebSocketPair()) as [WebSocket, WebSocket];
    const client = stalled();
    const done = pipeBoth(client, new WebSocketStream(near, MAX_UNREAD));
    const object = new Peer(far);
    for (let sent = 0; sent <= MAX_UNREAD + 20_000; sent += 10_000)
      object.socket.send(new Uint8Array(10_000));
    await done;
    expect(client.destroyed).toBe(true);
    expect(await object.closed).toMatchObject({ code: 1008 });
  });

  test("ends with the object's end", async () => {
    const [far, near] = Object.values(new WebSocketPair()) as [WebSocket, WebSocket];
    const client = stalled();
    const done = pipeBoth(client, new WebSocketStream(near, MAX_UNREAD));
    const object = new Peer(far);
    object.socket.send(utf8("unread"));
    object.socket.close(1000, "");
    await done;
    expect(client.destroyed).toBe(true);
  });

  test("cannot keep a refusal open", async () => {
    const client = stalled();
    await closeGracefully(client, { code: 1008, reason: "" });
    expect(client.destroyed).toBe(true);
  });
});
