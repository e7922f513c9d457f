import { MESSAGES } from "../contract/messages.ts";
import { violates } from "../db/constraints.ts";
import { invalidField } from "../errors.ts";

/** The write; a 400 on the field where there is one like it already. `columns`: `table.column, table.column`. */
export async function unique<T>(field: string, columns: string, write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    throw violates(error, columns) ? invalidField(field, MESSAGES.notUnique) : error;
  }
}
