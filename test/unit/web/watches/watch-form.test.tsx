/** The form of a watch: what it shows is what it saves. */

import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { CONDITION_KINDS } from "../../../../broker/contract/condition.ts";
import { defaultLabel } from "../../../../web/src/features/watches/body.ts";
import { newDraft } from "../../../../web/src/features/watches/conditions.ts";
import { Suggestions } from "../../../../web/src/features/watches/suggestion-list.tsx";
import { NEW_MAIL, useFirstTargets } from "../../../../web/src/features/watches/targets/target-fields.tsx";
import { WatchForm } from "../../../../web/src/features/watches/watch-form.tsx";
import type { Device } from "../../../../worker/contract/devices.ts";
import type { NoticeTarget } from "../../../../worker/contract/watches.ts";
import { server, show, signedInAlways } from "../screen.tsx";
import { FREEZER, watchWith } from "./watch.ts";

signedInAlways();

const MAIL = {
  id: "2c9c6f0e-5c1d-4f5b-9d47-0c6f4c3d2b1a",
  kind: "mail",
  address: null,
  confirmed: true,
  disabled: null,
  created_at: "2027-05-03T12:02:00.000Z",
};

it("keeps the email target checked that was created before the watch was refused", async () => {
  let targets: unknown[] = [];
  const asked = server({
    "GET /v0/targets/": () => targets,
    "POST /v0/targets/": () => {
      targets = [MAIL];
      return MAIL;
    },
  });
  const first = newDraft({ kind: "lost_for", deviceId: FREEZER, targets: [NEW_MAIL] });
  await show(<WatchForm id={null} first={first} devices={[]} onClose={() => {}} />);
  const save = async () => userEvent.click(await screen.findByRole("button", { name: "Add Watch" }));
  await save();
  await screen.findByText(/There is no POST .v0.watches/);
  const box = await screen.findByRole<HTMLInputElement>("checkbox", { name: /email/i });
  expect(box.checked).toBe(true);
  await save();
  const saved = asked.flatMap(({ call, body }) => (call === "POST /v0/watches/" ? [body] : []));
  expect(saved).toMatchObject([{ targets: [MAIL.id] }, { targets: [MAIL.id] }]);
  expect(asked.filter(({ call }) => call === "POST /v0/targets/")).toHaveLength(1);
});

const First = ({ of }: { of: NoticeTarget[] }) => <output>{useFirstTargets(of).join()}</output>;

it("begins with the targets of the newest watch, as far as they work", async () => {
  const others = ["1d0e8f0a", "2d0e8f0a", "3d0e8f0a"].map((part) => ({
    ...MAIL,
    id: `${part}-3b1c-4c2d-9e8f-1a2b3c4d5e6f`,
    kind: "webhook",
    address: `https://${part}.example/`,
  }));
  const [used, unused, broken] = others;
  const targets = [MAIL, used, unused, { ...broken, disabled: "It is gone." }];
  const watches = [
    watchWith({ id: "old", targets: [MAIL.id] }),
    watchWith({ id: "new", targets: [used?.id ?? "", broken?.id ?? ""] }),
  ];
  server({ "GET /v0/watches/": () => watches });
  await show(<First of={targets as NoticeTarget[]} />);
  expect(await screen.findByText(used?.id ?? "")).toBeTruthy();
});

const FAN = { id: "0c5a2a5e-8d52-4a64-8f1c-7a3f6c1d2e90", name: "Fan" } as Device;
const TARGET = { id: "5d0e8f0a-3b1c-4c2d-9e8f-1a2b3c4d5e6f", kind: "device", device: FAN.id };

/** Saves a watch after these changes of *Then*; returns what was saved. */
async function saved(first: Parameters<typeof newDraft>[0], choose: () => Promise<void>) {
  const asked = server({
    "GET /v0/targets/": () => [],
    "POST /v0/targets/": () => TARGET,
    "POST /v0/watches/": () => ({ id: "w" }),
  });
  const draft = newDraft({ deviceId: FREEZER, key: "t", threshold: "25", ...first });
  await show(<WatchForm id={null} first={draft} devices={[FAN]} onClose={() => {}} />);
  await screen.findByLabelText("Switch a device");
  await choose();
  await userEvent.click(screen.getByRole("button", { name: "Add Watch" }));
  const bodyOf = (line: string) => asked.find(({ call }) => call === line)?.body;
  return { target: bodyOf("POST /v0/targets/"), watch: bodyOf("POST /v0/watches/") };
}
const pick = (label: string, option: string) => userEvent.selectOptions(screen.getByLabelText(label), option);

it("switches a device, and back when it is over", async () => {
  const { target, watch } = await saved({ kind: "above" }, () => pick("Switch a device", "Fan"));
  const [raised, cleared] = [{ state: true }, { state: false }];
  expect(target).toEqual({ kind: "device", device: FAN.id, raised, cleared });
  expect(watch).toMatchObject({ targets: [TARGET.id] });
});

it("switches a device off, and leaves it so", async () => {
  const { target } = await saved({ kind: "above" }, async () => {
    await pick("Switch a device", "Fan");
    await pick("To", "Off");
    await userEvent.click(screen.getByRole("checkbox", { name: "And on again when it is over" }));
  });
  expect(target).toEqual({ kind: "device", device: FAN.id, raised: { state: false }, cleared: null });
});

it("does not offer to switch back for events, which are never over", async () => {
  const { target } = await saved({ kind: "events" }, async () => {
    await pick("Switch a device", "Fan");
    expect(screen.queryByRole("checkbox", { name: /again when it is over/ })).toBeNull();
  });
  expect(target).toMatchObject({ raised: { state: true }, cleared: null });
});

it("makes no target without a device", async () => {
  const { target, watch } = await saved({ kind: "above" }, async () => {});
  expect(target).toBeUndefined();
  expect(watch).toMatchObject({ targets: [] });
});

it.each([
  ["above", "Back to normal below"],
  ["below", "Back to normal above"],
] as const)("names the side at which a value %s its limit is normal again", async (kind, label) => {
  server({ "GET /v0/targets/": () => [] });
  const first = newDraft({ kind, deviceId: FREEZER, key: "temperature" });
  await show(<WatchForm id={null} first={first} devices={[]} onClose={() => {}} />);
  expect(await screen.findByLabelText(label)).toBeTruthy();
});

it("offers each kind of condition to a person who makes a watch", async () => {
  const value = { unit: null, at: "2027-05-03T12:02:00.000Z", overdue: false, average: null };
  server({
    [`GET /v0/devices/on-off/${FREEZER}/values/`]: () => [
      { ...value, key: "t", value: -18 },
      { ...value, key: "door", value: false },
    ],
  });
  const controls = [{ key: "level", kind: "number", min: 0, max: 10 }];
  const freezer = {
    id: FREEZER,
    name: "Freezer",
    controls,
    values: [],
    value_labels: [],
  } as unknown as Device;
  const kinds = new Set<string>();
  // the first press at a value makes its other buttons wait
  for (const order of ["forwards", "backwards"]) {
    await show(
      <Suggestions devices={[freezer]} deviceId={FREEZER} onChoose={({ kind }) => void kinds.add(kind)} />,
    );
    await screen.findByRole("list", { name: "Values" });
    const buttons = screen.getAllByRole("button");
    for (const button of order === "forwards" ? buttons : buttons.reverse()) await userEvent.click(button);
    cleanup();
  }
  await waitFor(() => expect([...kinds].sort()).toEqual([...CONDITION_KINDS].sort()));
});

const OFFER = "Its notices offer";

it("offers the command of a button, with a text of its own or the device's", async () => {
  const { watch } = await saved({ kind: "above", thenDevice: FAN.id }, () => pick(OFFER, "Turn Fan on"));
  expect(watch).toMatchObject({ actions: [{ label: "Fan on", device: FAN.id, state: true }] });
  cleanup();
  const { watch: named } = await saved({ kind: "above", thenDevice: FAN.id }, async () => {
    await pick(OFFER, "Turn Fan off");
    await userEvent.type(screen.getByLabelText("Text of the button"), "Calm down");
  });
  expect(named).toMatchObject({ actions: [{ label: "Calm down", device: FAN.id, state: false }] });
});

it("offers no command of a device that the watch does not concern any more, and keeps one with values", async () => {
  const asks = { askDevice: FAN.id, askOn: true, hadAsk: true };
  const { watch } = await saved({ kind: "above", thenDevice: FAN.id, ...asks }, () =>
    pick("Switch a device", "No device"),
  );
  expect(watch).toMatchObject({ actions: [] });
  cleanup();
  const { watch: kept } = await saved({ kind: "above", askKept: true, hadAsk: true }, async () => {});
  expect(kept).not.toHaveProperty("actions");
});

it("cuts the name of a device in a button's text, and keeps its emoji whole", () => {
  const label = defaultLabel({ askOn: false }, "😀".repeat(100));
  expect([...label]).toHaveLength(30);
  expect(label.isWellFormed()).toBe(true);
});
