/** scrypt at a low cost: a registration takes a quarter of a second of processor time, and most tests make one. */

import crypto, { type BinaryLike, type ScryptOptions } from "node:crypto";

const real = crypto.scrypt;
/** N of worker/auth/password.ts. */
const COSTLY = 2 ** 13;

type Done = (error: Error | null, key: Buffer) => void;

const cheap = (password: BinaryLike, salt: BinaryLike, bytes: number, cost: ScryptOptions, done: Done) =>
  real(password, salt, bytes, cost.N === COSTLY ? { N: 16, r: 1, p: 1 } : cost, done);

/** Within the same file only: hashes made before do not verify afterwards. */
export const useLowHashCost = () => Object.assign(crypto, { scrypt: cheap });
export const useRealHashCost = () => Object.assign(crypto, { scrypt: real });
