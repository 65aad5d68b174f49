import { query } from "../../core/operation";
import { keepDraft } from "../../services/settings/drafts";
import { refuseNoPicture } from "./icon";
import * as shape from "./schema";

/** Shows public pages as other options would make them, for a quarter of an hour, at an address for whoever has it. */
export const previewAppearance = query("previewAppearance", {
  can: "manage options",
  input: shape.appearanceDraft,
  output: shape.appearancePreview,
  summary:
    "Nothing is stored. Send the options that differ; pages at the answered address are made with them, for a quarter of an hour.",
  example: { site_accent: "sea", home_layout: "list" },
  run: async ({ db, now }, draft) => {
    const { site_icon: icon } = draft;
    if (typeof icon === "string" && icon !== "") await refuseNoPicture(db, icon, "site_icon");
    const given = Object.entries(draft).filter(([, value]) => value !== undefined);
    return keepDraft(Object.fromEntries(given), now);
  },
});
