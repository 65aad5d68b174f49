import { journals } from "../../../db/schema";
import { importingInto } from "../references/importing";

/** Journals from another system. */
export const importedJournals = importingInto("journal", journals);
