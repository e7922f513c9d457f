/** The export of an account: how much of it has arrived, and what it contains. */

import { ReadableStream, TransformStream } from "node:stream/web";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { ExportCard } from "../../../../web/src/features/profile/export-card.tsx";
import { saveFile } from "../../../../web/src/lib/save-file.ts";
import { PASSWORD } from "../../../support/account.ts";
import { show, signedInAlways } from "../screen.tsx";

vi.mock("../../../../web/src/lib/save-file.ts", () => ({ saveFile: vi.fn() }));

signedInAlways();

async function exportNow(): Promise<void> {
  await userEvent.click(await screen.findByRole("button", { name: "Export Account" }));
  await userEvent.type(await screen.findByLabelText("Your password"), PASSWORD);
  await userEvent.click(screen.getByRole("button", { name: "Export" }));
}

it("asks for the password before any byte leaves, and shows why it is refused", async () => {
  const refused = { errors: { password: ["This password is wrong."] } };
  const fetching = vi.spyOn(globalThis, "fetch").mockResolvedValue(Response.json(refused, { status: 400 }));
  vi.mocked(saveFile).mockClear();
  await show(<ExportCard />);
  await userEvent.click(await screen.findByRole("button", { name: "Export Account" }));
  await screen.findByLabelText("Your password");
  expect(fetching).not.toHaveBeenCalled();
  await userEvent.type(screen.getByLabelText("Your password"), PASSWORD);
  await userEvent.click(screen.getByRole("button", { name: "Export" }));
  await screen.findByText("This password is wrong.");
  const [address, init] = fetching.mock.calls[0] ?? [];
  expect([init?.method, new URL(String(address), "http://any.invalid").pathname]).toEqual([
    "POST",
    "/v0/export/",
  ]);
  expect(init?.body).toBe(JSON.stringify({ password: PASSWORD }));
  expect(saveFile).not.toHaveBeenCalled();
});

it("shows how much has arrived, until the file is saved", async () => {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response(readable as BodyInit));
  await show(<ExportCard />);
  expect((await screen.findByRole("region", { name: "Export" })).textContent).toContain("hourly averages");
  await exportNow();
  await screen.findByText("Collecting your data…");
  const writer = writable.getWriter();
  await writer.write(new Uint8Array(1_540_000));
  await screen.findByText(/^1\.5 MB loaded\./);
  await writer.close();
  await vi.waitFor(() => expect(saveFile).toHaveBeenCalledOnce());
  await vi.waitFor(() => expect(screen.queryByRole("progressbar")).toBeNull());
});

it("says so when it breaks off", async () => {
  const body = new ReadableStream({ start: (controller) => controller.error(new Error("gone")) });
  vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response(body as BodyInit));
  vi.mocked(saveFile).mockClear();
  await show(<ExportCard />);
  await exportNow();
  await screen.findByRole("alert");
  expect(saveFile).not.toHaveBeenCalled();
});
