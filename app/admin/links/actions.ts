"use server";

import { action } from "../../../lib/doors/action";
import { checkLinks } from "../../../lib/features/links/checking";
import { createLink, deleteLinks, updateLink } from "../../../lib/features/links/mutations";
import { moveLink, placeLinks, setLinkTeam } from "../../../lib/features/links/ordering";
import { proposeLink } from "../../../lib/features/links/proposing";

export const createLinkAction = action(createLink);
export const updateLinkAction = action(updateLink);
export const deleteLinksAction = action(deleteLinks);
export const moveLinkAction = action(moveLink);
export const placeLinksAction = action(placeLinks);
export const setLinkTeamAction = action(setLinkTeam);
export const checkLinksAction = action(checkLinks);
export const proposeLinkAction = action(proposeLink);
