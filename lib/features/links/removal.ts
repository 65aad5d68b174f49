import { links } from "../../../db/schema";
import { removable } from "../removals/removable";

export const linkRemoval = removable({
  kind: "link",
  table: links,
  can: "manage links",
  nameOf: ({ name }) => name,
  touches: () => ["links"],
});
