/** The token that the link of a letter carries, if it does. */
export const tokenSearch = ({ token }: Record<string, unknown>): { token?: string } =>
  token === undefined || token === "" ? {} : { token: String(token) };
