import { call } from "../../api/call.ts";
import { generatedPassword } from "../../lib/generated-password.ts";
import { randomId } from "../../lib/random-id.ts";

/** Makes a credential for a virtual board. It needs no channels: a device may always read its control topic. */
export const makeCredential = () =>
  call("createCredential", {
    body: {
      name: "Virtual device",
      username: `virtual-${randomId()}`,
      password: generatedPassword(),
      channels: [],
    },
  });
