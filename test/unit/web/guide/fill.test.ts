import { describe, expect, it } from "vitest";
import { fill, pieces } from "../../../../web/src/features/guide/programs/fill.ts";

const AWKWARD = "a'b\"c\\d$e`f??=";

describe("filling a snippet in", () => {
  it("replaces known placeholders only", () => {
    expect(fill("YOUR_USER_ID/devices/YOUR_DEVICE_ID/control", { USER_ID: "u" }, "py")).toBe(
      "u/devices/YOUR_DEVICE_ID/control",
    );
  });

  it("finds a placeholder beside a colon or an underscore", () => {
    const values = { DEVICE_ID: "d", USERNAME: "n", API_KEY: "k" };
    expect(fill("YOUR_DEVICE_ID:YOUR_USERNAME", values, "sh")).toBe("d:n");
    expect(fill("YOUR_API_KEY__laptop", values, "sh")).toBe("k__laptop");
  });

  it("leaves lookalikes alone, and does not fill in twice", () => {
    expect(fill("YOUR_WIFI_NAME", { USERNAME: "n" }, "ino")).toBe("YOUR_WIFI_NAME");
    expect(fill("YOUR_USERNAME", { USERNAME: "YOUR_PASSWORD", PASSWORD: "p" }, "js")).toBe("YOUR_PASSWORD");
  });

  it("marks secrets and missing values", () => {
    expect(pieces("a YOUR_PASSWORD YOUR_USERNAME", { PASSWORD: "p" }, "py")).toEqual([
      { text: "a " },
      { text: "p", value: "secret" },
      { text: " " },
      { text: "YOUR_USERNAME", value: "missing" },
    ]);
  });

  it.each([
    ["py", "a'b\\\"c\\\\d$e`f??="],
    ["yaml", "a'b\\\"c\\\\d$e`f??="],
    ["js", "a'b\\\"c\\\\d\\$e\\`f??="],
    ["ino", "a'b\\\"c\\\\d$e`f\\?\\?="],
    ["c", "a'b\\\"c\\\\d$e`f\\?\\?="],
    ["sh", "a'\\''b\"c\\d$e`f??="],
  ] as const)("quotes a value for %s", (language, quoted) => {
    expect(fill("YOUR_PASSWORD", { PASSWORD: AWKWARD }, language)).toBe(quoted);
  });
});
