"use server";

import { action } from "../../../../lib/doors/action";
import {
  createRedirect,
  deleteRedirects,
  takeRedirects,
  updateRedirect,
} from "../../../../lib/features/redirects/mutations";
import { forgetMissedAddresses } from "../../../../lib/features/redirects/traces";

export const createRedirectAction = action(createRedirect);
export const updateRedirectAction = action(updateRedirect);
export const deleteRedirectsAction = action(deleteRedirects);
export const takeRedirectsAction = action(takeRedirects);
export const forgetMissedAddressesAction = action(forgetMissedAddresses);
