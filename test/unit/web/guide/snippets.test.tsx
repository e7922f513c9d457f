import { readdirSync, readFileSync } from "node:fs";
import { act, cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it } from "vitest";
import { CHOICES } from "../../../../web/src/features/guide/programs/catalogue.ts";
import { MASK } from "../../../../web/src/features/guide/programs/fill.ts";
import { loadSnippet } from "../../../../web/src/features/guide/programs/snippet.tsx";
import SnippetTabs from "../../../../web/src/features/guide/programs/snippet-tabs.tsx";
import type { Guide } from "../../../../web/src/features/guide/use-guide.ts";
import { readerIsThere } from "../../../../web/src/features/guide/use-near.ts";

import type { BrokerInfo } from "../../../../worker/contract/service.ts";

const folder = `${import.meta.dirname}/../../../../web/src/features/guide/programs/snippets/`;
const all = [
  ...new Set(
    Object.values(CHOICES)
      .flat()
      .flatMap(({ files }) => files),
  ),
];

const guide: Guide = {
  broker: {
    data: {
      max_qos: 1,
      retain: false,
      max_packet_size: 65_536,
      url_template: "wss://yard.example/mqtt/{userId}",
      tcp: null,
      tls: null,
      limits: {
        devices: 10,
        channels: 100,
        credentials: 50,
        events: 100_000,
        retained: 1000,
        series: 100,
        storage: 1,
      },
      push_key: null,
      support_email: "help@yard.example",
    },
    error: null,
    isError: false,
    errorUpdateCount: 0,
    dataUpdatedAt: 0,
    refetch: async () => {},
  },
  userId: "u",
  values: { USER_ID: "u", PASSWORD: "se'cret" },
  secretsShown: false,
  showSecrets: () => {},
  setOwnValues: () => {},
};

afterEach(cleanup);

describe("the catalogue", () => {
  it("shows every existing file, and no other", () => {
    expect(all.toSorted()).toEqual(readdirSync(folder).sort());
  });

  it("has each language in all four forms", () => {
    const labels = (of: keyof typeof CHOICES) => CHOICES[of].map(({ label }) => label);
    for (const form of ["telemetry", "dimmer", "restart"] as const)
      expect(labels(form)).toEqual(labels("device"));
  });

  it.each(all)("highlights %s without changing a character", async (file) => {
    const tokens = await loadSnippet(file);
    expect(tokens.map(([, text]) => text).join("")).toBe(readFileSync(folder + file, "utf8").trimEnd());
    expect(new Set(tokens.map(([kind]) => kind)).size).toBeGreaterThan(2);
  });
});

describe("the tabs", () => {
  // Awaited inside `act`: a lazy part inside an unawaited `act` never shows.
  const show = (of: keyof typeof CHOICES, changes: Partial<Guide> = {}) =>
    act(async () => {
      render(<SnippetTabs label="Program" of={of} guide={{ ...guide, ...changes }} />);
    });
  const choose = (name: string) => act(async () => screen.getByRole("tab", { name }).click());

  it("move by the arrow keys, and mention the bridge without TCP", async () => {
    await show("device");
    screen.getByRole("tab", { name: "ESP32" }).focus();
    expect(screen.queryByText(/npm run bridge/)).toBeNull();
    await act(() => userEvent.keyboard("{ArrowRight}{ArrowRight}"));
    expect(document.activeElement).toBe(screen.getByRole("tab", { name: "Arduino", selected: true }));
    const arduino = within(screen.getByRole("tabpanel", { name: "Arduino" }));
    expect(arduino.getByText("npm run bridge -- --to ws://localhost:3000/mqtt")).toBeTruthy();
    await act(() => userEvent.keyboard("{Home}{ArrowLeft}"));
    expect(screen.getByRole("tab", { name: "Shell", selected: true })).toBeTruthy();
  });

  it("offer TCP only where the broker serves it, to programs that speak both", async () => {
    await show("device");
    expect(screen.queryByRole("checkbox")).toBeNull();
    cleanup();
    const data = { ...guide.broker.data, tcp: { host: "yard.example", port: 1883 } } as BrokerInfo;
    const values = { BROKER_URL: "wss://yard.example/mqtt/u", TCP_HOST: "yard.example", TCP_PORT: "1883" };
    await show("device", { broker: { ...guide.broker, data }, values });
    const program = () => screen.getByRole("tabpanel", { name: "ESP32" }).textContent;
    await waitFor(() => expect(program()).toContain("wss://yard.example/mqtt/u"));
    await act(async () => screen.getByRole("checkbox", { name: "Over TCP instead of a WebSocket" }).click());
    expect(program()).toContain("mqtt://yard.example:1883");
    await choose("Arduino");
    expect(screen.queryByRole("checkbox")).toBeNull();
  });

  it("let the browser's search find unselected tabs, after the first interaction [F378]", async () => {
    readerIsThere.set(false);
    await show("device");
    const [chosen, ...others] = screen.getAllByRole("tabpanel", { hidden: true });
    expect(others).toEqual([]);
    await act(async () => readerIsThere.set(true));
    const tabs = screen.getAllByRole("tab").length;
    await waitFor(() => expect(screen.getAllByRole("tabpanel", { hidden: true })).toHaveLength(tabs));
    const panels = screen.getAllByRole("tabpanel", { hidden: true });
    // It may have the focus.
    expect(panels[0]).toBe(chosen);
    const shell = panels.at(-1);
    await waitFor(() => expect(shell?.textContent).toContain("mosquitto_sub"));
    expect(shell?.getAttribute("hidden")).toBe("until-found");
    act(() => void shell?.dispatchEvent(new Event("beforematch", { bubbles: true })));
    expect(screen.getByRole("tab", { name: "Shell", selected: true })).toBeTruthy();
    expect(shell?.hasAttribute("hidden")).toBe(false);
  });

  it("hide secrets until revealed, and copy the real ones", async () => {
    const user = userEvent.setup();
    await show("device");
    await choose("Shell");
    const copy = await screen.findByRole("button", { name: "Copy device_tcp.sh" });
    const figure = copy.closest("figure");
    expect(figure?.textContent).toContain(MASK);
    expect(figure?.textContent).not.toContain("se'");
    await user.click(copy);
    await waitFor(async () => expect(await navigator.clipboard.readText()).toContain(`-P 'se'\\''cret'`));
    cleanup();
    await show("device", { secretsShown: true });
    await choose("Shell");
    expect((await screen.findAllByText(/se'\\''cret/)).length).toBeGreaterThan(0);
  });
});
