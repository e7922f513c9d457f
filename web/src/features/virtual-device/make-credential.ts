import { createCredential } from "../../api/mqtt.ts";
import { generatedPassword } from "../../lib/generated-password.ts";

/** A credential for a virtual board. It needs no channels: a device may always hear its own control topic. */
export const makeCredential = () =>
  createCredential({
    name: "Virtual device",
    username: `virtual-${crypto.randomUUID().slice(0, 8)}`,
    password: generatedPassword(),
    channels: [],
  });
