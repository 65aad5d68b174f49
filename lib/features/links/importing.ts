import { links } from "../../../db/schema";
import { importingInto } from "../references/importing";

/** Links from another system. */
export const importedLinks = importingInto("link", links);
