/** Something that the person at the keyboard can put right: told in one sentence, without a stack. */
export class Problem extends Error {
  override readonly name = "Problem";
}
