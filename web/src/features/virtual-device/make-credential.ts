import { call } from "../../api/call.ts";
import { generatedPassword } from "../../lib/generated-password.ts";

/** A credential for a virtual board. It needs no channels: a device may always hear its own control topic. */
export const makeCredential = () =>
  call("createCredential", {
    body: {
      name: "Virtual device",
      username: `virtual-${crypto.randomUUID().slice(0, 8)}`,
      password: generatedPassword(),
      channels: [],
    },
  });
