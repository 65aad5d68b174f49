import type { z } from "zod";
import { FIRST_INSTANT, int32, LAST_INSTANT } from "../../../core/fields";
import { newUserForm, user } from "../../accounts/schema";
import { attachment, attachmentChanges } from "../../attachments/schema";
import { comment, newComment } from "../../comments/schema";
import { journal, newJournal } from "../../journals/schema";
import { managedLink, newLink } from "../../links/schema";
import { menu, newMenu } from "../../menus/schema";
import { newPhoto, photo } from "../../photos/schema";
import { newRedirect, redirect } from "../../redirects/schema";
import { managedCategory, newCategory } from "../../taxonomy/categories/schema";
import { newTag, tag } from "../../taxonomy/tags/schema";
import { newPost, post } from "../../writing/schema";
import { newSheet, sheet } from "../../writing/sheets/schema";
import type { Exported, RecordKind } from "../records";

type Fields = { readonly shape: Readonly<Record<string, z.ZodType>> };

/** What people may enter of each kind of record, and what is answered of it. */
const shapes: Record<Exclude<RecordKind, "option">, { entered: Fields; answered: Fields }> = {
  user: { entered: newUserForm, answered: user },
  category: { entered: newCategory, answered: managedCategory },
  tag: { entered: newTag, answered: tag },
  attachment: { entered: attachmentChanges, answered: attachment },
  post: { entered: newPost, answered: post },
  sheet: { entered: newSheet, answered: sheet },
  comment: { entered: newComment, answered: comment },
  journal: { entered: newJournal, answered: journal },
  link: { entered: newLink, answered: managedLink },
  photo: { entered: newPhoto, answered: photo },
  menu: { entered: newMenu, answered: menu },
  redirect: { entered: newRedirect, answered: redirect },
};

/** The highest count that is taken over. It leaves room, since both engines count to 2,147,483,647. */
const MOST_COUNTED = 2_000_000_000;

const between = (value: number, least: number, most: number): number =>
  Math.min(most, Math.max(least, Math.trunc(Number.isNaN(value) ? 0 : value)));

/** A whole number that both engines store. */
export const storable = (value: number): number => between(value, -(2 ** 31), 2 ** 31 - 1);

/** A count that both engines store, and can raise. */
export const countable = (value: number): number => between(value, 0, MOST_COUNTED);

function isFitting(kind: RecordKind, name: string, value: unknown): boolean {
  const isNamed = ({ shape }: Fields) => Object.hasOwn(shape, name);
  if (value instanceof Date) return value.getTime() >= FIRST_INSTANT && value.getTime() <= LAST_INSTANT;
  if (kind === "option") return true;
  const { entered, answered } = shapes[kind];
  if (typeof value === "number" && !isNamed(entered)) return value >= 0 && value <= MOST_COUNTED;
  if (typeof value === "number" && !int32.safeParse(value).success) return false;
  return [entered, answered].every(
    ({ shape }) => !isNamed({ shape }) || shape[name]?.safeParse(value).success === true,
  );
}

/**
 * Of the columns of a record in an export, which may come from anybody, those whose values could have been entered here
 * or counted; says which others there are.
 */
export function fittingColumns(
  kind: RecordKind,
  columns: Readonly<Record<string, unknown>>,
  warnings: string[],
): Record<string, unknown> {
  const fitting: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(columns))
    if (isFitting(kind, name, value)) fitting[name] = value;
    else warnings.push(`its "${name}" is not what it may be here and was left out`);
  return fitting;
}

/** The fields of a text's own in an export; undefined where there are none, or more than can be entered here. */
export function fittingMetas(exported: Exported | undefined): { key: string; value: string }[] | undefined {
  const metas = exported?.metas?.map(([key, value]) => ({ key, value }));
  return newPost.shape.metas.safeParse(metas).success ? metas : undefined;
}
