import { z } from "zod";
import { address, id, instantOut, int32, label, shortText, text, unique } from "../../core/fields";

/** The most levels of entries. */
export const MOST_LEVELS = 3;
/** The most entries, all of which each page shows. */
export const MOST_ENTRIES = 1_000;

const menuFields = {
  /** Names the record in a batch; ignored when creating. */
  id: id.nullish(),
  name: label(255),
  url: address(1023).refine((value) => value.trim() !== "", {
    params: { code: "required" },
    error: "This must not be blank.",
  }),
  parentId: id.nullish().describe("Null or absent when creating: top level. Null in a change: move to the top level."),
  priority: int32.nullish().describe("Higher numbers come first among siblings."),
  target: z.enum(["_self", "_blank"]).nullish(),
  icon: shortText.nullish(),
};

export const newMenu = z.strictObject(menuFields);
export const menuChanges = z.strictObject({ ...menuFields, menuId: id });
export const menuBatch = z.strictObject({
  items: unique(z.strictObject({ ...menuFields, id }), (item) => item.id).min(1),
});
export const menuRef = z.strictObject({ menuId: id });

/** An entry of the site's navigation. Lists hold the whole tree, flat, in display order. */
export const menu = z.object({
  id,
  name: z.string(),
  url: z.string(),
  parentId: id.nullable(),
  priority: z.int(),
  target: z.enum(["_self", "_blank"]),
  icon: z.string(),
  level: z.int().describe("0 at the top."),
  createTime: instantOut,
  updateTime: instantOut,
});

export type Menu = z.output<typeof menu>;

/** What is being typed to find the target of an entry; empty finds the latest. */
export const targetSearch = z.strictObject({ keyword: text(100).optional() });
/** A page of this site that an entry may lead to. */
export const target = z.object({
  kind: z.enum(["SHEET", "POST", "CATEGORY", "TAG"]),
  name: z.string(),
  url: z.string(),
});

export type Target = z.output<typeof target>;
