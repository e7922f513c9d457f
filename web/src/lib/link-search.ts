/** Search parameters of links to a screen. The router loads this file on every page. */

type Search = Record<string, unknown>;

/** The dialog for connecting something. */
export const connectSearch = ({ connect }: Search): { connect?: true | undefined } =>
  connect === true ? { connect } : {};

/** The form for a new schedule, on the page of its device. */
const addSearch = ({ add }: Search): { add?: true | undefined } => (add === true ? { add } : {});

/** The router reads `?device=7` as a number. Lists and objects are ignored. */
export const textSearch =
  <Name extends string>(...names: Name[]) =>
  (address: Search) =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = address[name];
        return typeof value === "object" || value == null || value === "" ? [] : [[name, String(value)]];
      }),
    ) as { [K in Name]?: string | undefined };

export const filterSearch = textSearch("device", "search", "status", "date");
export type FilterSearch = ReturnType<typeof filterSearch>;

/** The devices list. */
export const listSearch = textSearch("search", "sort");
export type ListSearch = ReturnType<typeof listSearch>;

/** What a chart shows: a value, a second one to compare, and a range. */
export const chartSearch = textSearch("value", "with", "range");

/** The tab of a screen. */
export const tabSearch = textSearch("tab");

/** A device's page: its tab and its chart. */
export const deviceSearch = (address: Search) => ({
  ...connectSearch(address),
  ...tabSearch(address),
  ...addSearch(address),
  ...chartSearch(address),
});

/** The token of a link in an email, if any. */
export const tokenSearch = ({ token }: Record<string, unknown>): { token?: string } =>
  token === undefined || token === "" ? {} : { token: String(token) };
