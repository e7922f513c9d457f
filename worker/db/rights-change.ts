/**
 * A write that changes rights: SQL and parameters, but no statement that could be run. Only `account/change-rights.ts`
 * runs it, with the account's next version, after the announcement.
 */
export interface RightsChange {
  readonly rights: string;
  readonly params: readonly (string | number | null)[];
}

export const rightsChange = (rights: string, ...params: RightsChange["params"]): RightsChange => ({
  rights,
  params,
});
