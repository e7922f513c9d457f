/** Lists in JSON columns and in responses of other services. */

import * as z from "zod";
import { stored } from "../broker/contract/json.ts";

export const storedNumbers = stored(z.array(z.number()));
export const storedTexts = stored(z.array(z.string()));
