/** Something that the person at the keyboard can put right: told in one sentence, without a stack. */
export class Problem extends Error {
  override readonly name = "Problem";
}

/** A pure step throws a sentence for the person who typed the command. */
export function asProblem<T>(attempt: () => T): T {
  try {
    return attempt();
  } catch (error) {
    throw error instanceof Problem
      ? error
      : new Problem(error instanceof Error ? error.message : String(error));
  }
}
