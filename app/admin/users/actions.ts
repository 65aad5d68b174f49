"use server";

import { createPasswordCode } from "../../../lib/features/accounts/users/passwords";
import { action } from "../../../lib/doors/action";
import { createInvitation, deleteInvitation } from "../../../lib/features/accounts/invitations/invitations";
import { deleteUser, updateUser } from "../../../lib/features/accounts/users/staff";

export const updateUserAction = action(updateUser);
export const deleteUserAction = action(deleteUser);
export const createInvitationAction = action(createInvitation);
export const deleteInvitationAction = action(deleteInvitation);
export const createPasswordCodeAction = action(createPasswordCode);
