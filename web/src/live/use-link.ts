import { useStore } from "../lib/use-store.ts";
import { type LinkView, linkView } from "./link.ts";

export const useLinkView = (): LinkView => useStore(linkView);
