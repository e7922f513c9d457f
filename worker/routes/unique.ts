import { MESSAGES } from "../contract/messages.ts";
import { violates } from "../db/constraints.ts";
import { invalidField } from "../errors.ts";
import { newUsername } from "../keys/random.ts";

/** The write; a 400 on the field where there is one like it already. `columns`: `table.column, table.column`. */
export async function unique<T>(field: string, columns: string, write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    throw violates(error, columns) ? invalidField(field, MESSAGES.notUnique) : error;
  }
}

const MAX_TRIES = 5;
/** Somebody's of ours, or one that the account has chosen. */
const TAKEN = ["credentials.username", "credentials.user_id, credentials.username"];

/** The write with a name that nobody has: drawn again where the database knows it. */
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
