/**
 * A write that changes what clients of an account may do: SQL and its parameters, and no statement that could be run. Only
 * `account/change-rights.ts` runs it, with the account's next version, after the account's object was told.
 */
export interface RightsChange {
  readonly rights: string;
  readonly params: readonly (string | number | null)[];
}

export const rightsChange = (rights: string, ...params: RightsChange["params"]): RightsChange => ({
  rights,
  params,
});
