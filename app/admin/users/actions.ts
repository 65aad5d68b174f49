"use server";

import { createPasswordCode } from "../../../lib/auth/passwords";
import { action } from "../../../lib/doors/action";
import { createInvitation, deleteInvitation } from "../../../lib/users/invitations";
import { deleteUser, updateUser } from "../../../lib/users/staff";

export const updateUserAction = action(updateUser);
export const deleteUserAction = action(deleteUser);
export const createInvitationAction = action(createInvitation);
export const deleteInvitationAction = action(deleteInvitation);
export const createPasswordCodeAction = action(createPasswordCode);
