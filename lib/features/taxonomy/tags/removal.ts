import { and, eq, ne } from "drizzle-orm";
import { tags } from "../../../../db/schema";
import { conflict } from "../../../core/errors";
import { removable } from "../../removals/removable";
import { checkName } from "./names";

export const tagRemoval = removable({
  kind: "tag",
  table: tags,
  can: "manage taxonomy",
  nameOf: ({ name }) => name,
  touches: () => ["tags"],
  async requirePlace(db, { id, name, slug }) {
    await checkName(db, name, id);
    if ((await db.$count(tags, and(eq(tags.slug, slug), ne(tags.id, id)))) > 0)
      throw conflict("slug", "Another tag has its address by now.");
  },
});
