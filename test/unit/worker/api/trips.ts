/** A database that counts the calls made to it. */

const RUNS = new Set(["run", "all", "first", "raw"]);

export function countingTrips(db: D1Database): { db: D1Database; trips: () => number } {
  let count = 0;
  /** Statements that go into a batch must be the real ones. */
  const real = new WeakMap<object, D1PreparedStatement>();
  const statement = (inner: D1PreparedStatement): D1PreparedStatement => {
    const outer = new Proxy(inner, {
      get(target, name) {
        if (name === "bind") return (...values: unknown[]) => statement(target.bind(...values));
        const member = Reflect.get(target, name) as unknown;
        if (typeof member !== "function") return member;
        return (...values: unknown[]) => {
          if (RUNS.has(String(name))) count += 1;
          return member.apply(target, values);
        };
      },
    });
    real.set(outer, inner);
    return outer;
  };
  const counting = {
    prepare: (sql: string) => statement(db.prepare(sql)),
    batch: (statements: D1PreparedStatement[]) => {
      count += 1;
      return db.batch(statements.map((one) => real.get(one) ?? one));
    },
  };
  return { db: counting as unknown as D1Database, trips: () => count };
}
