/** A database that counts its calls, records statements, and fails on request. */

const RUNS = new Set(["run", "all", "first"]);

export interface RoundTrips {
  db: D1Database;
  trips: () => number;
  /** Every statement that ran, in order. */
  statements: string[];
  /** D1's metadata of each round trip. */
  metas: Pick<D1Meta, "rows_read" | "rows_written">[];
}

/** `reach` is called before each, and throws while the database is unreachable. */
export function countRoundTrips(db: D1Database, reach: () => void = () => {}): RoundTrips {
  let count = 0;
  const statements: string[] = [];
  const metas: RoundTrips["metas"] = [];
  const trip = async <T>(said: string[], make: () => Promise<T>): Promise<T> => {
    count += 1;
    statements.push(...said);
    reach();
    return make();
  };
  /** A batch needs the real statements. */
  const real = new WeakMap<object, { inner: D1PreparedStatement; sql: string }>();
  const statement = (inner: D1PreparedStatement, sql: string): D1PreparedStatement => {
    const outer = new Proxy(inner, {
      get(target, name) {
        if (name === "bind") return (...values: unknown[]) => statement(target.bind(...values), sql);
        const member = Reflect.get(target, name) as unknown;
        if (typeof member !== "function") return member;
        const call = (...values: unknown[]) => member.apply(target, values);
        if (!RUNS.has(String(name))) return call;
        return (...values: unknown[]) =>
          trip([sql], async () => {
            // `first` returns no metadata
            const asked = await (name === "first" ? target.all() : call(...values));
            const { meta, results } = asked as D1Result;
            metas.push(meta);
            return name === "first" ? (results[0] ?? null) : asked;
          });
      },
    });
    real.set(outer, { inner, sql });
    return outer;
  };
  const counting = {
    prepare: (sql: string) => statement(db.prepare(sql), sql),
    batch: (batch: D1PreparedStatement[]) =>
      trip(
        batch.map((one) => real.get(one)?.sql ?? ""),
        async () => {
          const results = await db.batch(batch.map((one) => real.get(one)?.inner ?? one));
          const sum = (of: "rows_read" | "rows_written") =>
            results.reduce((total, { meta }) => total + meta[of], 0);
          metas.push({ rows_read: sum("rows_read"), rows_written: sum("rows_written") });
          return results;
        },
      ),
  };
  return { db: counting as unknown as D1Database, trips: () => count, statements, metas };
}
