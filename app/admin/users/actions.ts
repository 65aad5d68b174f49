"use server";

import { resetFactor } from "../../../lib/features/accounts/factors/resetting";
import { createInvitation, deleteInvitation } from "../../../lib/features/accounts/invitations/invitations";
import { endUserSession, endUserSessions } from "../../../lib/features/accounts/sessions/browsers";
import { deleteUserToken } from "../../../lib/features/accounts/tokens/personal-tokens";
import { createUser } from "../../../lib/features/accounts/users/mutations";
import { createPasswordCode } from "../../../lib/features/accounts/users/passwords";
import { deleteUser, getUserRemoval, updateUser } from "../../../lib/features/accounts/users/staff";
import { action } from "../../../lib/doors/action";

export const createUserAction = action(createUser);
export const updateUserAction = action(updateUser);
export const deleteUserAction = action(deleteUser);
export const getUserRemovalAction = action(getUserRemoval);
export const createInvitationAction = action(createInvitation);
export const deleteInvitationAction = action(deleteInvitation);
export const createPasswordCodeAction = action(createPasswordCode);
export const endUserSessionAction = action(endUserSession);
export const endUserSessionsAction = action(endUserSessions);
export const deleteUserTokenAction = action(deleteUserToken);
export const resetFactorAction = action(resetFactor);
