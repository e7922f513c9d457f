/** What is typed about controls, and the API's body, follow from each other. */

import { expect, it } from "vitest";
import {
  added,
  bodiesOf,
  draftsOf,
  errorsOf,
  moved,
  otherErrors,
  suggestionsOf,
} from "../../../../web/src/features/device-page/controls/control-drafts.ts";
import { givenControls } from "../../../../worker/contract/controls.ts";
import { aControl } from "./control.ts";

const CONTROLS = [
  aControl({ key: "brightness", unit: "%", min: 0, max: 100, step: 5 }),
  aControl({ key: "scene", kind: "choice", name: "Scene", options: ["Reading", "Film"] }),
  aControl({ key: "color", kind: "color" }),
];
const value = (key: string, of: number | string) => ({
  key,
  name: null,
  unit: null,
  value: of,
  at: "",
  by_http: false,
});

it("sends what it shows", () => {
  const bodies = bodiesOf(draftsOf(CONTROLS));
  expect(givenControls().parse(bodies)).toEqual(
    CONTROLS.map(({ wanted, wanted_at, reported, reported_at, ...declared }) => declared),
  );
});

it("leaves an empty bound out, so that the server names it", () => {
  const [draft] = bodiesOf(added([], { key: "x", min: "", max: "" }));
  expect(draft).toEqual({ key: "x", kind: "number", name: null, unit: null, step: 1 });
});

it("moves a control up and down, and keeps its identity", () => {
  const drafts = draftsOf(CONTROLS);
  const keys = (list: typeof drafts) => list.map(({ key }) => key);
  expect(keys(moved(drafts, 2, -1))).toEqual(["brightness", "color", "scene"]);
  expect(keys(moved(drafts, 0, 1))).toEqual(["scene", "brightness", "color"]);
  expect(added(drafts).at(-1)?.id).toBe(3);
});

it("suggests each number that the device reports and that has no control", () => {
  const drafts = draftsOf(CONTROLS);
  const values = [value("brightness", 40), value("fan", 180), value("offset", -3), value("door", "open")];
  expect(suggestionsOf(values, drafts)).toMatchObject([
    { key: "fan", kind: "number", min: "0", max: "255", step: "1" },
    { key: "offset", min: "-100", max: "100" },
  ]);
  expect(suggestionsOf([value("huge", 5e6)], [])).toMatchObject([{ max: "10000000" }]);
});

it("shows an error beside the control that it names, and the others above", () => {
  const drafts = draftsOf(CONTROLS);
  const [first, second] = drafts;
  if (first === undefined || second === undefined) throw new Error("There are three.");
  const errors = { controls: ["`scene` needs 2 to 20 options.", "A device can have 8 controls max."] };
  expect(errorsOf(first, errors)).toEqual([]);
  expect(errorsOf(second, errors)).toEqual(["`scene` needs 2 to 20 options."]);
  expect(otherErrors(drafts, errors)).toEqual(["A device can have 8 controls max."]);
});

it.each(["k".repeat(70), "a`b"])("finds the control of a key that no control may have: %j", (key) => {
  const drafts = added(draftsOf(CONTROLS), { key });
  const { error } = givenControls().safeParse(bodiesOf(drafts));
  const errors = { controls: error?.issues.map(({ message }) => message) ?? [] };
  expect(errors.controls).toHaveLength(1);
  expect(drafts.map((draft) => errorsOf(draft, errors).length)).toEqual([0, 0, 0, 1]);
  expect(otherErrors(drafts, errors)).toEqual([]);
});
