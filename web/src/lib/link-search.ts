/** What a link to a screen says that is to be open there. */

type Search = Record<string, unknown>;

/** The dialog in which something is connected. */
export const connectSearch = ({ connect }: Search): { connect?: true } =>
  connect === true ? { connect } : {};

/** Which of several, by its id or what else tells it from the others. */
export const whichSearch =
  <Name extends string>(name: Name) =>
  ({ [name]: id }: Search): { [K in Name]?: string } =>
    (typeof id === "string" && id !== "" ? { [name]: id } : {}) as { [K in Name]?: string };
