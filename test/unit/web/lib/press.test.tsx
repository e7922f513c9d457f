import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { useChosen } from "../../../../web/src/lib/press.ts";

afterEach(cleanup);

it("shows a choice until the address follows, and a step back shows the value before", () => {
  const { result, rerender } = renderHook(({ value }) => useChosen(value), { initialProps: { value: "a" } });
  act(() => result.current[1]("b"));
  expect(result.current[0]).toBe("b");
  rerender({ value: "b" });
  expect(result.current[0]).toBe("b");
  rerender({ value: "a" });
  expect(result.current[0]).toBe("a");
});
