/** The keys of the counts. */

import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { check, count, type ThrottleEnv } from "../../../../worker/throttle/check.ts";

/** As deployed: no switch, no shield. */
const real: ThrottleEnv = { THROTTLE_LOG: env.THROTTLE_LOG, ENVIRONMENT: "production" };

let last = 0;
const someAddress = () => `10.3.0.${++last}`;
const someEmail = () => `counted-${++last}@example.com`;

describe("a throttle", () => {
  test("counts strangers' attempts with an e-mail address separately from its owner's [T63]", async () => {
    const email = someEmail();
    const [stranger, owner] = [someAddress(), someAddress()];
    for (let call = 0; call < 10; call++) await check(real, "login", { address: stranger, email });
    const refused = await check(real, "login", { address: stranger, email: email.toUpperCase() });
    expect(refused.wait).toBeGreaterThan(0);
    expect(await check(real, "login", { address: owner, email })).toEqual({ wait: null });
    for (let call = 0; call < 5; call++) await check(real, "forgot-password", { address: stranger, email });
    expect((await check(real, "forgot-password", { address: stranger, email })).wait).toBeGreaterThan(0);
    expect(await check(real, "forgot-password", { address: owner, email })).toEqual({ wait: null });
  });

  test("with several rules counts a refused call nowhere, and a withdrawn one is free again", async () => {
    const [account, email] = [crypto.randomUUID(), someEmail()];
    const letter = { email, account };
    const given = await count(real, "letter", [letter]);
    for (let call = 0; call < 4; call++) await count(real, "letter", [letter]);
    // two emails at once, of which one is refused: neither counts
    const other = someEmail();
    expect((await count(real, "letter", [{ email: other, account }, letter])).wait).toBeGreaterThan(3000);
    await given.giveBack();
    expect((await count(real, "letter", [letter])).wait).toBeNull();
    for (let call = 0; call < 5; call++) {
      expect((await count(real, "letter", [{ email: other, account }])).wait).toBeNull();
    }
  });

  test("counts registrations by the /48 that an IPv6 customer may hold [T66]", async () => {
    for (let call = 0; call < 100; call++) {
      await check(real, "register", { address: `2001:db8:9:${call.toString(16)}::1` });
    }
    expect((await check(real, "register", { address: "2001:db8:9:ffff::1" })).wait).toBeGreaterThan(3000);
    expect((await check(real, "register", { address: "2001:db8:a::1" })).wait).toBeNull();
  });
});
