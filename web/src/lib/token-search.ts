/** The token of a link in an email, if any. */
export const tokenSearch = ({ token }: Record<string, unknown>): { token?: string } =>
  token === undefined || token === "" ? {} : { token: String(token) };
