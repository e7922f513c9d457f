/** scrypt at a low cost: a registration takes a quarter of a second of processor time, and most tests make one. */

import crypto, { type BinaryLike, type ScryptOptions } from "node:crypto";
import { COST } from "../../../worker/auth/password.ts";

const real = crypto.scrypt;
/** Of worker/auth/password.ts. */
const { N: COSTLY, rounds: ROUNDS } = COST;

type Done = (error: Error | null, key: Buffer) => void;

const cheap = (password: BinaryLike, salt: BinaryLike, bytes: number, cost: ScryptOptions, done: Done) =>
  real(password, salt, bytes, cost.N === COSTLY ? { N: 16, r: 1, p: 1 } : cost, done);

/** Within the same file only: hashes made before do not verify afterwards. */
export function useLowHashCost() {
  Object.assign(crypto, { scrypt: cheap });
  // Between two rounds the hasher waits for other work, which takes most of a registration.
  COST.rounds = 1;
}

export function useRealHashCost() {
  Object.assign(crypto, { scrypt: real });
  COST.rounds = ROUNDS;
}

/** For tests that count rounds. */
export const useAllRounds = () => {
  COST.rounds = ROUNDS;
};
