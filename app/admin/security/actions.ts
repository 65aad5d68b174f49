"use server";

import { endOtherSessions, endSession } from "../../../lib/auth/browsers";
import { generateMfaKey, setMfa, turnMfaOff } from "../../../lib/auth/mfa";
import { changePassword } from "../../../lib/auth/passwords";
import { createPersonalToken, deletePersonalToken } from "../../../lib/auth/personal-tokens";
import { renewOwnRecoveryCodes } from "../../../lib/auth/recovery";
import { action } from "../../../lib/doors/action";

export const endSessionAction = action(endSession);
export const endOtherSessionsAction = action(endOtherSessions);
export const generateMfaKeyAction = action(generateMfaKey);
export const setMfaAction = action(setMfa);
export const turnMfaOffAction = action(turnMfaOff);
export const renewRecoveryCodesAction = action(renewOwnRecoveryCodes);
export const changePasswordAction = action(changePassword);
export const createPersonalTokenAction = action(createPersonalToken);
export const deletePersonalTokenAction = action(deletePersonalToken);
