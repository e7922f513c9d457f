import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { parseScope } from "../../../../broker/contract/scopes.ts";
import {
  bodyOf,
  mistakesOf,
  NEW_DRAFT,
  RIGHTS,
  sentenceOf,
  type TokenDraft,
} from "../../../../web/src/features/profile/tokens/scopes.ts";
import TokenForm, { exampleCall } from "../../../../web/src/features/profile/tokens/token-form.tsx";
import { TokensCard } from "../../../../web/src/features/profile/tokens/tokens-card.tsx";
import { server, show, signedInAlways } from "../screen.tsx";

const LAMP = "7d2f0c0e-2f63-4e0a-9a5b-5b1d6a0c9f10";
const ALL: TokenDraft = {
  ...NEW_DRAFT,
  name: "Everything",
  rights: RIGHTS.map(([right]) => right),
  filters: { "messages:read": "#\n tele/+/STATE \n\n", "messages:publish": "lamp/set" },
};

signedInAlways();

describe("a form's scopes", () => {
  it("are the contract's, each with a sentence", () => {
    const { scopes } = bodyOf(ALL);
    expect(scopes).toContain("messages:read:tele/+/STATE");
    expect(scopes).toHaveLength(RIGHTS.length + 1);
    for (const scope of scopes) {
      expect(parseScope(scope)).not.toBeNull();
      expect(sentenceOf(scope, () => undefined)).not.toContain(":");
    }
    const { scopes: one } = bodyOf({ ...ALL, rights: ["devices:switch"], devices: [LAMP] });
    expect(one).toEqual([`devices:switch:${LAMP}`]);
    expect(sentenceOf(one[0] ?? "", () => "Lamp")).toBe("Switch Lamp on and off");
  });

  it("are missing without a choice", () => {
    expect(mistakesOf(ALL)).toEqual({});
    const empty: TokenDraft = { ...ALL, devices: [], filters: NEW_DRAFT.filters, end: "day", day: "" };
    expect(Object.keys(mistakesOf(empty)).sort()).toEqual([
      "devices:switch",
      "expires_at",
      "messages:publish",
      "messages:read",
    ]);
    expect(Object.keys(mistakesOf(NEW_DRAFT))).toEqual(["scopes", "name"]);
  });

  it("end on the chosen day, at its end", () => {
    expect(bodyOf(ALL)).toMatchObject({ expires_in: "P90D" });
    expect(Object.keys(bodyOf({ ...ALL, end: "never" }))).toEqual(["name", "scopes"]);
    const { expires_at } = bodyOf({ ...ALL, end: "day", day: "2027-02-28" });
    expect(expires_at).toBe(new Date(2027, 2, 1).toISOString());
  });
});

it.each([
  [
    ["values:read", "messages:publish:home/+/#"],
    `-d 'on' \\\n  '${location.origin}/v0/messages/home/lamp/lamp/set'`,
  ],
  [["messages:publish:a b/ö'x"], `'${location.origin}/v0/messages/a%20b/%C3%B6'\\''x'`],
  [["messages:read:home/#"], "/v0/messages/?filter=home%2F%23'"],
  [
    ["devices:read", `devices:switch:${LAMP}`],
    `-d '{"state":true}' \\\n  '${location.origin}/v0/devices/on-off/${LAMP}/switch/'`,
  ],
  [["devices:switch"], "/v0/devices/on-off/DEVICE_ID/switch/'"],
  [["setup:read", "values:read"], "/v0/devices/on-off/DEVICE_ID/values/'"],
  [["events:read"], "/v0/events/devices/on-off/'"],
])("the curl of %j uses the token's scopes", (scopes, end) => {
  const command = exampleCall({ token: "swt_x", scopes });
  expect(command).toContain('curl -H "Authorization: Bearer swt_x"');
  expect(command?.endsWith(end), command ?? "").toBe(true);
});

describe("the tokens of the profile", () => {
  it("show an empty list, and a failed one", async () => {
    server({ "GET /v0/tokens/": () => [] });
    await show(<TokensCard />);
    await screen.findByText(/^No tokens yet\./);
    server({});
    await show(<TokensCard />);
    await screen.findByText("Failed to load tokens. Please try again.");
  });

  it("show an expired one", async () => {
    const row = { id: "t", name: "Old", scopes: ["values:read"], created_at: "2020-01-01T00:00:00.000Z" };
    const ended = { ...row, expires_at: "2020-02-01T00:00:00.000Z", last_used_at: null, last_address: null };
    server({ "GET /v0/tokens/": () => [ended], "GET /v0/devices/on-off/": () => [] });
    await show(<TokensCard />);
    expect((await screen.findByText(/^Expired/)).textContent).toContain("Feb 1, 2020");
  });

  it("show the server's refusal", async () => {
    server({});
    await show(<TokenForm onClose={() => {}} />);
    await userEvent.click(screen.getByRole("checkbox", { name: /^Read measured values/ }));
    await userEvent.click(screen.getByRole("button", { name: "Make Token" }));
    expect((await screen.findByRole("alert")).textContent).toContain("There is no POST /v0/tokens/.");
  });
});
