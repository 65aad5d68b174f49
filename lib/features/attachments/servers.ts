import { can } from "../../core/access";
import { noInput } from "../../core/fields";
import { query } from "../../core/operation";
import { placeName } from "../../services/files/storage";
import { keptElsewhere } from "../../services/kept-files/elsewhere";
import { keptKind } from "../../services/kept-files/kinds";
import { serversApart, storagePlace } from "./schema";

/** Each server notes among what it keeps where it puts uploaded files, so that others see whether that is one place. */
const PLACE = "place of files";

keptKind(PLACE, { list: async () => [{ name: "uploads", facts: { place: placeName() } }] });

/** The servers of this site that keep uploaded files elsewhere than this one, for those who can mend that. */
export const listServersApart = query("listServersApart", {
  can: "upload files",
  input: noInput,
  output: serversApart,
  run: async ({ db, actor }) => {
    if (!can(actor, "see storage")) return [];
    const others = await keptElsewhere(db, PLACE);
    const apart = others.filter(({ facts }) => storagePlace.safeParse(facts).data?.place !== placeName());
    return [...new Set(apart.map(({ server }) => server))].sort();
  },
});
