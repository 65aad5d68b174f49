import { menus } from "../../../db/schema";
import { removable } from "../removals/removable";
import { checkTree } from "./levels";

export const menuRemoval = removable({
  kind: "menu",
  table: menus,
  can: "manage menus",
  nameOf: ({ name }) => name,
  touches: () => ["menus"],
  parent: ({ parentId }) => parentId,
  settle: (db, rows) =>
    checkTree(
      db,
      rows.map(({ id }) => id),
      () => "parentId",
    ),
});
