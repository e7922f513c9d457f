/** A database that counts the calls made to it, and remembers what was said. */

const RUNS = new Set(["run", "all", "first", "raw"]);

export interface Trips {
  db: D1Database;
  trips: () => number;
  /** Every statement that ran, in order. */
  statements: string[];
}

export function countingTrips(db: D1Database): Trips {
  let count = 0;
  const statements: string[] = [];
  /** Statements that go into a batch must be the real ones. */
  const real = new WeakMap<object, { inner: D1PreparedStatement; sql: string }>();
  const statement = (inner: D1PreparedStatement, sql: string): D1PreparedStatement => {
    const outer = new Proxy(inner, {
      get(target, name) {
        if (name === "bind") return (...values: unknown[]) => statement(target.bind(...values), sql);
        const member = Reflect.get(target, name) as unknown;
        if (typeof member !== "function") return member;
        return (...values: unknown[]) => {
          if (RUNS.has(String(name))) {
            count += 1;
            statements.push(sql);
          }
          return member.apply(target, values);
        };
      },
    });
    real.set(outer, { inner, sql });
    return outer;
  };
  const counting = {
    prepare: (sql: string) => statement(db.prepare(sql), sql),
    batch: (batch: D1PreparedStatement[]) => {
      count += 1;
      statements.push(...batch.map((one) => real.get(one)?.sql ?? ""));
      return db.batch(batch.map((one) => real.get(one)?.inner ?? one));
    },
  };
  return { db: counting as unknown as D1Database, trips: () => count, statements };
}
