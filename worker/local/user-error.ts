/** A problem that the user can solve: printed as one sentence, without a stack. */
export class UserError extends Error {
  override readonly name = "UserError";
}

export function asUserError<T>(attempt: () => T): T {
  try {
    return attempt();
  } catch (error) {
    throw error instanceof UserError
      ? error
      : new UserError(error instanceof Error ? error.message : String(error));
  }
}
