/** The version of the product, from package.json. */

export { version as VERSION } from "../../package.json";
