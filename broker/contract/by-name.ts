/** PURE. Tables by name: their names, and records made of them, with their types. */

export const namesOf = <Table extends object>(table: Table): (keyof Table & string)[] =>
  Object.keys(table) as (keyof Table & string)[];

export const recordOf = <Shape extends object>(
  names: readonly (keyof Shape & string)[],
  valueFor: <K extends keyof Shape & string>(name: K) => Shape[K],
): Shape => Object.fromEntries(names.map((name) => [name, valueFor(name)])) as Shape;

/** Without the values that are undefined. */
export const partOf = <Shape extends object>(
  names: readonly (keyof Shape & string)[],
  valueFor: <K extends keyof Shape & string>(name: K) => Shape[K] | undefined,
): Partial<Shape> => {
  const entries = names.map((name) => [name, valueFor(name)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Partial<Shape>;
};
