import type { SiteLook } from "../../../lib/core/looks";
import { broadsheet } from "./broadsheet/look";
import { diary } from "./diary/look";
import { gallery } from "./gallery/look";
import type { LookParts } from "../pieces/look-parts";
import { notebook } from "./notebook/look";
import { terminal } from "./terminal/look";

/** What each look has of its own; its style is bundled by `lib/server/launcher/bundle.mjs`. */
export const looks: Readonly<Record<SiteLook, LookParts>> = { broadsheet, notebook, gallery, terminal, diary };
