import { expect, it } from "vitest";
import { isolated } from "../../../../web/src/lib/isolated.ts";

it.each(["מנורה (2)", "مصباح", "Lamp מנורה"])(
  "[F391] keeps %s apart from the sentence it stands in",
  (name) => {
    expect(isolated(name)).toBe(`\u2068${name}\u2069`);
  },
);

it.each(["Porch lamp", "玄関のランプ", "💡 Küche", "Лампа", ""])("leaves %s as it is", (name) => {
  expect(isolated(name)).toBe(name);
});
