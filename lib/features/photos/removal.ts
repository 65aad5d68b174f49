import { photos } from "../../../db/schema";
import { removable } from "../removals/removable";

export const photoRemoval = removable({
  kind: "photo",
  table: photos,
  can: "manage photos",
  nameOf: ({ name }) => name,
  touches: () => ["photos"],
});
