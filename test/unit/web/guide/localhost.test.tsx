import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import DeviceProgram from "../../../../web/src/features/guide/device-program.tsx";
import { CREDENTIAL } from "../credentials/credential.ts";
import { server, show, signedInAlways } from "../screen.tsx";

signedInAlways();

it("warns once about localhost beside a device's programs", async () => {
  server({ "GET /v0/api-keys/": () => [], "GET /v0/mqtt/credentials/": () => [CREDENTIAL] });
  await show(<DeviceProgram deviceId="d1" />);
  expect(await screen.findAllByText("npm start -- --lan")).toHaveLength(1);
});
