import type { Plugin } from "vite";
import { CALLS, type CallName } from "../../worker/contract/api.ts";
import { REFERENCE_PATH } from "../../worker/contract/service.ts";

const NAMES = Object.keys(CALLS) as CallName[];
/** The calls of a guest's page. */
const GUEST_NAMES = [
  "readScopes",
  "listDevices",
  "switchDevice",
  "readDeviceSeries",
  "readStream",
  "listApprovals",
] as const satisfies CallName[];
const isPublic = (name: CallName): boolean => CALLS[name].access === "public";

/** Method and path of these calls, by name. A function for each method makes the rows, which is the shortest script. */
function tableOf(names: CallName[]): string {
  const methods = new Set(names.map((name) => CALLS[name].method));
  return `
    ${[...methods].map((method) => `const ${method} = (path) => ({ method: "${method}", path });`).join("\n")}
    const TABLE = { ${names.map((name) => `${name}: ${CALLS[name].method}("${CALLS[name].path}")`)} };`;
}

/** A module for each kind of page, because none has a use for the calls of the others. */
const MODULES: Record<string, string> = {
  "virtual:own-calls": `${tableOf(NAMES.filter((name) => !isPublic(name)))}
    export { TABLE as OWN_CALLS };`,
  "virtual:guest-calls": `${tableOf([...GUEST_NAMES])}
    export { TABLE as GUEST_CALLS };`,
  "virtual:public-calls": `${tableOf(NAMES.filter(isPublic))}
    export { TABLE as PUBLIC_CALLS };
    export const REFERENCE_PATH = "${REFERENCE_PATH}";`,
};

/**
 * The calls of the contract as the page needs them: `import { OWN_CALLS } from "virtual:own-calls"`. They are made when
 * the page is built, because the contract itself needs zod, which is a seventh of a public page's weight. Their types
 * are in `src/api/light-calls.d.ts`.
 */
export function lightCalls(): Plugin {
  return {
    name: "light-calls",
    // with `\0`, no other plugin looks for a file of this name
    resolveId: (id) => (id in MODULES ? `\0${id}` : null),
    load: (id) => MODULES[id.slice(1)] ?? null,
  };
}
