/** Search parameters of links to a screen. */

type Search = Record<string, unknown>;

/** The dialog for connecting something. */
export const connectSearch = ({ connect }: Search): { connect?: true } =>
  connect === true ? { connect } : {};

/** An item, by its id or another unique field. */
export const whichSearch =
  <Name extends string>(name: Name) =>
  ({ [name]: id }: Search): { [K in Name]?: string } =>
    (typeof id === "string" && id !== "" ? { [name]: id } : {}) as { [K in Name]?: string };
