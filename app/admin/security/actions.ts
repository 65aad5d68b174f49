"use server";

import { endOtherSessions, endSession } from "../../../lib/features/accounts/sessions/browsers";
import { generateMfaKey, setMfa, turnMfaOff } from "../../../lib/features/accounts/factors/mfa";
import { changePassword } from "../../../lib/features/accounts/users/passwords";
import { renewOwnRecoveryCodes } from "../../../lib/features/accounts/factors/recovery";
import { action } from "../../../lib/doors/action";

export const endSessionAction = action(endSession);
export const endOtherSessionsAction = action(endOtherSessions);
export const generateMfaKeyAction = action(generateMfaKey);
export const setMfaAction = action(setMfa);
export const turnMfaOffAction = action(turnMfaOff);
export const renewRecoveryCodesAction = action(renewOwnRecoveryCodes);
export const changePasswordAction = action(changePassword);
