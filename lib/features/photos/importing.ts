import { photos } from "../../../db/schema";
import { importingInto } from "../references/importing";

/** Photos from another system. */
export const importedPhotos = importingInto("photo", photos);
