/** Coverage needs this process without Node's compile cache; the commands that it starts use the cache. */

import { inRoot } from "../../worker/local/paths.ts";

delete process.env.NODE_DISABLE_COMPILE_CACHE;
process.env.NODE_COMPILE_CACHE = inRoot(".cache/compile");
