import { expect, it } from "vitest";
import { isolated } from "../../../../web/src/lib/words.ts";

it.each(["מנורה (2)", "مصباح", "Lamp מנורה"])("[F391] isolates %s from its sentence", (name) => {
  expect(isolated(name)).toBe(`\u2068${name}\u2069`);
});

it.each(["Porch lamp", "玄関のランプ", "💡 Küche", "Лампа", ""])("leaves %s unchanged", (name) => {
  expect(isolated(name)).toBe(name);
});
