/** Every column that holds sealed values: what a change of keys has to go through. */
export interface SealedColumn {
  table: string;
  column: string;
  /** The column of the owner, null where a row has none. */
  owner: string | null;
}

export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: "api_keys", column: "key_sealed", owner: "user_id" },
  { table: "credentials", column: "password_sealed", owner: "user_id" },
  { table: "credentials", column: "earlier_sealed", owner: "user_id" },
  { table: "mail_outbox", column: "letter_sealed", owner: null },
];
