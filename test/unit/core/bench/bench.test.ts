/** The bench's own reading of the wire and comparison of results. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PacketReader, payloadOf, publishPacket } from "../../../bench/generator/mqtt.ts";
import { FrameReader } from "../../../bench/generator/websocket.ts";
import { check, PRODUCT, type Results, render } from "../../../bench/report.ts";
import { median, percentile } from "../../../bench/statistics.ts";
import type { Workload } from "../../../bench/workloads/workload.ts";

/** A server's frame, without a mask. */
function serverFrame(payload: Buffer): Buffer {
  const { length } = payload;
  const head = length < 126 ? [0x82, length] : [0x82, 126, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(head), payload]);
}

describe("the packet reader", () => {
  test("counts every message in any split of packets and frames", () => {
    const sizes = fc.array(fc.integer({ min: 2, max: 400 }), { minLength: 1, maxLength: 30 });
    const cut = fc.integer({ min: 1, max: 97 });
    fc.assert(
      fc.property(sizes, cut, cut, (payloads, frameCut, chunkCut) => {
        const stream = Buffer.concat(
          payloads.map((size, index) => publishPacket("a/b", payloadOf(index, size))),
        );
        const seen: number[] = [];
        const packets = new PacketReader((_first, bytes, _start, end) => {
          seen.push(bytes.readUInt16BE(end - (payloads[seen.length] ?? 0)));
        });
        const frames = new FrameReader(
          (bytes, start, end) => packets.push(bytes, start, end),
          () => {},
        );
        const wire = Buffer.concat(pieces(stream, frameCut).map(serverFrame));
        for (const chunk of pieces(wire, chunkCut)) frames.push(chunk);
        expect(seen).toEqual(payloads.map((_, index) => index));
      }),
    );
  });

  test("reports the server's close", () => {
    let closed = 0;
    const frames = new FrameReader(
      () => {},
      () => closed++,
    );
    frames.push(Buffer.from([0x88, 2, 3, 0xe8]));
    expect(closed).toBe(1);
  });
});

function pieces(bytes: Buffer, size: number): Buffer[] {
  const cut: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) cut.push(bytes.subarray(at, at + size));
  return cut;
}

describe("the report", () => {
  const workload = {
    name: "w",
    title: "W",
    metrics: [
      { key: "rate", label: "a second", better: "higher", digits: 0 },
      { key: "p99", label: "ms", better: "lower", digits: 0 },
    ],
  } as unknown as Workload;
  const results = (rate: number, p99: number): Results => ({
    measured: { w: "today" },
    workloads: { w: { [PRODUCT]: [{ rate, p99 }], Aedes: [{ rate: 100, p99: 10 }] } },
  });

  test("names a ratio that worsened by more than a fifth, in the metric's own direction", () => {
    const before = results(400, 10);
    expect(check(results(330, 11), before, [workload])).toEqual([]);
    expect(check(results(800, 1), before, [workload])).toEqual([]);
    expect(check(results(310, 10), before, [workload])).toEqual(["W, a second: ÷ Aedes was 4.00, is 3.10"]);
    expect(check(results(400, 13), before, [workload])).toEqual(["W, ms: ÷ Aedes was 1.00, is 1.30"]);
  });

  test("leaves out unmeasured metrics", () => {
    expect(check({ measured: {}, workloads: {} }, results(400, 10), [workload])).toEqual([]);
  });

  test("has neither figure nor ratio where only one side was measured", () => {
    const { w } = results(400, 10).workloads;
    const counted = { ...results(400, 10), workloads: { w: { ...w, [PRODUCT]: [{ calls: 300 }] } } };
    const calls = { key: "calls", label: "calls", better: "lower", digits: 0 } as const;
    const [, , row] = render(counted, [{ ...workload, metrics: [calls] }]).split("\n");
    expect(row?.split("|").map((text) => text.trim())).toEqual(["", "W", "calls", "300", "–", "", ""]);
    expect(check(counted, counted, [{ ...workload, metrics: [calls] }])).toEqual([]);
  });

  test("computes the median and percentiles", () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([4, 2])).toBe(3);
    expect(percentile([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 0.5)).toBe(5);
    expect(percentile([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 0.99)).toBe(10);
  });
});
