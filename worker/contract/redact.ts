/** PURE. Addresses for a log: no secret that a caller puts into a path or a query is written anywhere. */

/** Bearers, links of e-mails and tickets are longer than a UUID. Characters. */
const SECRET_RUN = /[0-9A-Za-z_-]{37,}/g;
const SECRET_PARAMETER =
  /([?&;](?:[a-z_.-]*(?:token|ticket|key|password|secret|code|authorization))=)[^&;]*/gi;
/** The page keeps a guest's token behind a hash, and some programs send that encoded. */
const AFTER_HASH = /(?:#|%23)[\s\S]*$/i;
/** Letters, digits, `-` and `_`, which need no escape: it would hide a secret from the patterns. */
const NEEDLESS = /%(?:2d|3\d|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9a])/gi;

/** `address` is a path, with or without a query. */
export const withoutSecrets = (address: string): string =>
  address
    .replace(/%(?:25)+/g, "%")
    .replace(NEEDLESS, decodeURIComponent)
    .replace(AFTER_HASH, "{secret}")
    .replace(SECRET_PARAMETER, "$1{secret}")
    .replace(SECRET_RUN, "{secret}");
