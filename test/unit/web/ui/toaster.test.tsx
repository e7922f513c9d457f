import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { toast } from "../../../../web/src/ui/messages/toast.ts";
import Toaster from "../../../../web/src/ui/messages/toaster.tsx";

afterEach(cleanup);

it("a toast is announced and is no tab stop", async () => {
  render(<Toaster />);
  toast("info", "Saved.");
  const text = await screen.findByText("Saved.");
  expect(screen.getByRole("region", { name: "Notifications" }).contains(text)).toBe(true);
  await waitFor(() => expect(text.closest("li")?.tabIndex).toBe(-1));
});
