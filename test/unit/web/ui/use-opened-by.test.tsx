/** A dialog that an address opens: closing it clears the address, and the same address opens it again. */

import { act, renderHook } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { useListDialog } from "../../../../web/src/ui/dialogs/use-list-dialog.ts";
import { useOpenedBy } from "../../../../web/src/ui/dialogs/use-opened-by.ts";

it("takes its name out of the address when it is closed, and opens at the next visit", () => {
  const leave = vi.fn();
  const { result, rerender } = renderHook(({ isNamed }) => useOpenedBy(isNamed, leave), {
    initialProps: { isNamed: true },
  });
  expect(result.current[0]).toBe(true);
  act(() => result.current[1](false));
  expect(result.current[0]).toBe(false);
  expect(leave).toHaveBeenCalledOnce();
  rerender({ isNamed: false });
  rerender({ isNamed: true });
  expect(result.current[0]).toBe(true);
});

it("leaves the address alone when a press opened it", () => {
  const leave = vi.fn();
  const { result } = renderHook(() => useOpenedBy(false, leave));
  act(() => result.current[1](true));
  act(() => result.current[1](false));
  expect(leave).not.toHaveBeenCalled();
});

it("does so for the form of a list", () => {
  const leave = vi.fn();
  const { result, rerender } = renderHook(
    ({ isNamed }) => useListDialog<{ id: string }>({ isNamed, leave }),
    { initialProps: { isNamed: true } },
  );
  expect(result.current.isForm).toBe(true);
  act(() => result.current.close());
  expect(leave).toHaveBeenCalledOnce();
  rerender({ isNamed: false });
  expect(result.current.isForm).toBe(false);
  act(() => result.current.edit({ id: "1" }));
  expect(result.current.edited?.id).toBe("1");
});
