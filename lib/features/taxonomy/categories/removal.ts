import { and, eq, ne } from "drizzle-orm";
import { categories } from "../../../../db/schema";
import { conflict } from "../../../core/errors";
import { removable } from "../../removals/removable";

export const categoryRemoval = removable({
  kind: "category",
  table: categories,
  can: "manage taxonomy",
  nameOf: ({ name }) => name,
  touches: () => ["categories"],
  parent: ({ parentId }) => parentId,
  async requirePlace(db, { id, slug }) {
    if ((await db.$count(categories, and(eq(categories.slug, slug), ne(categories.id, id)))) > 0)
      throw conflict("slug", "Another category has its address by now.");
  },
});
