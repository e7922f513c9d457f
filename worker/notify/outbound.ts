/**
 * The agreement between an attempt and `local/outbound.ts`, which sends the requests of a desk: the Worker names the
 * addresses that a request may reach, and the desk answers by the same header when it sent nothing.
 */

export const OUTBOUND_HEADER = "switchyard-outbound";

/** `public`: only public addresses. `any`: this machine and its network, too (WEBHOOK_LAN). */
export type Reach = "public" | "any";

/** Why a request was not sent, or got no answer. */
export type Unsent = "private" | "unresolved" | "unreachable" | "late";

/** It names the variable that allows such addresses. */
export const PRIVATE_ON_DESK =
  "This address is in a private network. Use a public host, or allow yours with WEBHOOK_LAN: npm start -- --var WEBHOOK_LAN:true";
