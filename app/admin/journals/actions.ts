"use server";

import { action } from "../../../lib/doors/action";
import { createJournal, deleteJournal, updateJournal } from "../../../lib/features/journals/mutations";

export const createJournalAction = action(createJournal);
export const updateJournalAction = action(updateJournal);
export const deleteJournalAction = action(deleteJournal);
