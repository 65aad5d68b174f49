"use server";

import { action } from "../../../../lib/doors/action";
import { createBackup, deleteBackup, verifyBackup } from "../../../../lib/features/backups/mutations";
import { removeReplaced } from "../../../../lib/features/backups/replaced-mutations";
import { cancelRestore, restoreBackup } from "../../../../lib/features/backups/restore-mutations";

export const createBackupAction = action(createBackup);
export const verifyBackupAction = action(verifyBackup);
export const deleteBackupAction = action(deleteBackup);
export const restoreBackupAction = action(restoreBackup);
export const cancelRestoreAction = action(cancelRestore);
export const removeReplacedAction = action(removeReplaced);
