#!/bin/sh
# msgpackr 2.1.3, beside @msgpack/msgpack 3.1.3: a time in milliseconds, 1795872936123.
# Guess: a whole number is an integer of MessagePack (uint 64), as the specification has a type for it.
# msgpackr writes each number above 32 bits as a float 64. A reader with typed fields, which asks for an integer there,
# refuses the message. A bigint is written as an integer.
#
# Output seen:
#   @msgpack/msgpack: uint 64
#   msgpackr: float 64
#   msgpackr, below 2^32: uint 32
#   msgpackr, bigint: int 64
set -eu
expected='@msgpack/msgpack: uint 64
msgpackr: float 64
msgpackr, below 2^32: uint 32
msgpackr, bigint: int 64'
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --omit=optional msgpackr@2.1.3 @msgpack/msgpack@3.1.3 >/dev/null
cat >check.mjs <<'JS'
import { encode } from "@msgpack/msgpack";
import { pack } from "msgpackr";

const TYPES = { 0xcb: "float 64", 0xce: "uint 32", 0xcf: "uint 64", 0xd3: "int 64" };
const typeOf = ([first]) => TYPES[first] ?? first;
console.log(`@msgpack/msgpack: ${typeOf(encode(1795872936123))}`);
console.log(`msgpackr: ${typeOf(pack(1795872936123))}`);
console.log(`msgpackr, below 2^32: ${typeOf(pack(1795872936))}`);
console.log(`msgpackr, bigint: ${typeOf(pack(1795872936123n))}`);
JS
seen=$(node check.mjs)
printf '%s\n' "$seen"
test "$seen" = "$expected"
