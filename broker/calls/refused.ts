import type { MessageRefusal } from "../contract/messages.ts";

/** Why a message call is refused: thrown inside, an answer for its caller. */
export class Refused extends Error {
  readonly refusal: MessageRefusal;

  constructor(refusal: MessageRefusal) {
    super(refusal.why);
    this.refusal = refusal;
  }
}
