/** Which version of the product this is: package.json says it, and nothing else does. */

export { version as VERSION } from "../../package.json";
