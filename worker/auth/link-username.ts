/** The user name of whoever came by a link: it has the link's id, where credentials have what their owner chose. */

const LINK = "link-";

export const linkUsername = (id: string): string => LINK + id;

/** The link's id; null for a user name that somebody chose. */
export const linkOf = (username: string): string | null =>
  username.startsWith(LINK) ? username.slice(LINK.length) : null;
