/** A guest's page whose stream is closed, on a server that then does not answer. */

import { ReadableStream, type ReadableStreamDefaultController } from "node:stream/web";
import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { GuestPage } from "../../../../web/src/guest/page.ts";
import { wordsFor } from "../../../../web/src/guest/texts.ts";
import { aDevice } from "../../../support/nouns.ts";
import { aControl, aValue } from "./guest.ts";

const TOKEN = "swt_guest";

/** Serves the calls of the page. `close` ends its stream; from then on no call is answered. */
function server(devices: object[]) {
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  let isAnswering = true;
  const json = (body: object) => new Response(JSON.stringify(body));
  vi.spyOn(globalThis, "fetch").mockImplementation(async (address) => {
    const url = String(address);
    if (!isAnswering) throw new TypeError("Failed to fetch");
    if (url.includes("/stream/")) {
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          stream = controller;
        },
      });
      // Node's type is not that of the browser
      return new Response(body as unknown as BodyInit);
    }
    if (url.includes("/scopes/")) {
      return json({ scopes: ["devices:switch:a"], expires_at: null, note: null });
    }
    return url.includes("/series/") ? json({ resolution: "raw", unit: null, points: [] }) : json(devices);
  });
  return {
    send: (text: string) => stream?.enqueue(new TextEncoder().encode(text)),
    close: () => {
      isAnswering = false;
      stream?.close();
    },
  };
}

beforeEach(() => {
  URL.createObjectURL = () => "blob:manifest";
});
afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

function open(language: string) {
  const root = document.createElement("main");
  document.body.append(root);
  const words = wordsFor([language]);
  new GuestPage(root, words).start(TOKEN);
  return { root, words };
}

it.each(["en", "de", "es", "fr"])(
  "while the banner says so, nothing is connected or taken in %s",
  async (language) => {
    const lamp = aDevice({
      id: "a",
      name: "Lamp",
      state: true,
      taken: true,
      connected: true,
      command_ttl: 60,
    });
    const { close } = server([lamp]);
    const { root, words } = open(language);
    const text = () => root.textContent ?? "";
    await screen.findByText(words.connected);
    expect(text()).toContain(words.taken);
    expect(text()).not.toContain(words.lost);
    close();
    await screen.findByText(words.lost);
    for (const certain of [words.connected, words.taken, words.lastKnown, words.offline]) {
      expect(screen.queryByText(new RegExp(`(^|\\. )${certain}$`))).toBeNull();
    }
    expect(text()).toContain(words.notKnown);
    expect(text()).toContain(words.unconfirmed);
    expect(root.querySelector(".switch")?.getAttribute("data-proof")).toBe("unknown");
  },
);

it("an unknown value of a control has no place, no colour and no choice", async () => {
  const controls = [
    aControl({ key: "brightness" }),
    aControl({ key: "night", kind: "toggle", unit: null }),
    aControl({ key: "tint", kind: "color", unit: null }),
    aControl({ key: "scene", kind: "choice", unit: null, options: ["Day", "Night"] }),
  ];
  const { send } = server([aDevice({ id: "a", name: "Lamp", controls })]);
  open("en");
  const slider = await screen.findByRole("slider", { name: "Brightness" });
  const box = screen.getByRole<HTMLInputElement>("checkbox", { name: "Night" });
  const colour = screen.getByLabelText("Tint");
  expect(slider.getAttribute("aria-valuetext")).toBe("Not known");
  expect([slider, colour].map((input) => input.hasAttribute("data-unknown"))).toEqual([true, true]);
  expect([box.indeterminate, box.checked]).toEqual([true, false]);
  expect(screen.getByRole<HTMLSelectElement>("combobox", { name: "Scene" }).value).toBe("");
  const payload = JSON.stringify({ brightness: 40, night: true, tint: "#FF8800", scene: "Day" });
  const message = { topic: "devices/a/telemetry", payload, at: "2026-11-27T12:00:00Z" };
  send(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
  await waitFor(() => expect(slider.getAttribute("aria-valuetext")).toBe("40\u00a0%"));
  expect([slider, colour].map((input) => input.hasAttribute("data-unknown"))).toEqual([false, false]);
  expect([box.indeterminate, box.checked]).toEqual([false, true]);
  expect(screen.getByRole<HTMLSelectElement>("combobox", { name: "Scene" }).value).toBe("Day");
});

it("a value shows its unit, its age, and no average of an imported hour", async () => {
  const values = [
    aValue({
      key: "humidity_percent",
      unit: "%",
      value: 54,
      at: new Date(Date.now() - 180_500).toISOString(),
    }),
    aValue({ key: "temperature", value: 21.5, average: true }),
  ];
  server([aDevice({ id: "a", name: "Sensor", values })]);
  open("en");
  expect((await screen.findByText("Humidity")).nextElementSibling?.textContent).toBe("54\u00a0%3 min ago");
  expect(screen.getByText("Temperature").nextElementSibling?.textContent).toBe("–Imported hours only");
});
