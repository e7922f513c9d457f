import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FilterBar } from "../../../../web/src/features/events/filter-bar.tsx";
import type { Filters } from "../../../../web/src/features/events/filters.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** The bar with an address that the test updates. */
function barOver(first: Filters) {
  const asked: Filters[] = [];
  const onFilters = (filters: Filters) => void asked.push(filters);
  const bar = (filters: Filters) => <FilterBar filters={filters} devices={[]} onFilters={onFilters} />;
  const { rerender } = render(bar(first));
  return { asked, address: (filters: Filters) => rerender(bar(filters)) };
}

const search = () => screen.getByRole<HTMLInputElement>("searchbox", { name: "Search" });
const type = (text: string) => fireEvent.change(search(), { target: { value: text } });
const rest = () => act(() => vi.advanceTimersByTime(250));

test("keeps text typed while an earlier search updates the address [F94]", () => {
  const { asked, address } = barOver({});
  type("turned");
  rest();
  expect(asked).toEqual([{ search: "turned" }]);
  type("turned off");
  address({ search: "turned" });
  expect(search().value).toBe("turned off");
  rest();
  expect(asked.at(-1)).toEqual({ search: "turned off" });
});

test("follows an address that changes by itself, without a request", () => {
  const { asked, address } = barOver({ search: "lamp" });
  expect(search().value).toBe("lamp");
  address({});
  expect(search().value).toBe("");
  rest();
  address({ search: "fan", status: "turned_on" });
  expect(search().value).toBe("fan");
  rest();
  expect(asked).toEqual([]);
});

test("filters by a complete date only, and shows all for an empty one", () => {
  const { asked, address } = barOver({});
  const date = screen.getByLabelText<HTMLInputElement>("Date");
  screen.getByText("All Dates");
  fireEvent.change(date, { target: { value: "0202-11-20" } });
  expect(asked).toEqual([]);
  fireEvent.change(date, { target: { value: "2026-11-20" } });
  expect(asked).toEqual([{ date: "2026-11-20" }]);
  // The address has not followed yet: the typed value stays.
  expect(date.value).toBe("2026-11-20");
  address({ date: "2026-11-20" });
  expect(screen.queryByText("All Dates")).toBeNull();
  fireEvent.change(date, { target: { value: "" } });
  expect(asked.at(-1)).toEqual({});
  address({});
  address({ date: "2026-11-21" });
  expect(date.value).toBe("2026-11-21");
});

test("one button has the number of filters that it hides on a phone", () => {
  barOver({ search: "lamp", status: "errored", date: "2027-05-03" });
  const button = screen.getByRole("button", { name: "Filters (2)" });
  expect(button.getAttribute("aria-expanded")).toBe("false");
  fireEvent.click(button);
  expect(button.getAttribute("aria-expanded")).toBe("true");
});
