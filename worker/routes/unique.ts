import { MESSAGES } from "../contract/sentences.ts";
import { violates } from "../db/statement.ts";
import { invalidField } from "../errors.ts";
import { newUsername } from "../keys/random.ts";

/** Runs the write; throws a 400 on the field of an existing row. `columns`: `table.column, table.column`. */
export async function unique<T>(field: string, columns: string, write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    throw violates(error, columns) ? invalidField(field, MESSAGES.notUnique) : error;
  }
}

const MAX_TRIES = 5;
/** The name exists: another account's server-made one, or one of this account. */
const TAKEN = ["credentials.username", "credentials.user_id, credentials.username"];

/** Runs the write with a random name, repeated if the name exists. */
export async function withNewName<T>(
  write: (username: string) => Promise<T>,
  draw: () => string = newUsername,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await write(draw());
    } catch (error) {
      if (tries === MAX_TRIES || !TAKEN.some((columns) => violates(error, columns))) throw error;
    }
  }
}
