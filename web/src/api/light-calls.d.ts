/** Method and path of the calls of an account, by name: `web/build/light-calls.ts`. */
declare module "virtual:own-calls" {
  type Calls = typeof import("../../../worker/contract/api.ts").CALLS;
  type Name = import("../../../worker/contract/api.ts").OwnCallName;
  export const OWN_CALLS: { readonly [N in Name]: Pick<Calls[N], "method" | "path"> };
}

/** The same of the calls without a login, and the path of the reference. */
declare module "virtual:public-calls" {
  type Calls = typeof import("../../../worker/contract/api.ts").CALLS;
  type Name = import("../../../worker/contract/api.ts").PublicCallName;
  export const PUBLIC_CALLS: { readonly [N in Name]: Pick<Calls[N], "method" | "path"> };
  export const REFERENCE_PATH: string;
}

/** The same of the calls of a guest's page. */
declare module "virtual:guest-calls" {
  type Calls = typeof import("../../../worker/contract/api.ts").CALLS;
  type Name =
    | "readScopes"
    | "listDevices"
    | "switchDevice"
    | "readDeviceSeries"
    | "readStream"
    | "listApprovals";
  export const GUEST_CALLS: { readonly [N in Name]: Pick<Calls[N], "method" | "path"> };
}
