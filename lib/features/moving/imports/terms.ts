import { decodedAddress } from "../../../text/address-parts";
import { firstFree } from "../../../services/slugs/free-slug";
import { makeSlug } from "../../../text/slug";
import type { Context } from "../../../core/operation";
import {
  categoryPath,
  findCategoryNamed,
  fitsBelow,
  hasLevelBelow,
  importedCategories,
  isCategorySlugTaken,
} from "../../taxonomy/categories/importing";
import { MOST_CATEGORIES, MOST_LEVELS } from "../../taxonomy/categories/schema";
import { hasRoom } from "../../taxonomy/categories/tree";
import { importedTags, isTagSlugTaken, tagsByName } from "../../taxonomy/tags/importing";
import { tagKey } from "../../taxonomy/tags/names";
import { isColor } from "../../taxonomy/tags/color";
import { defaultColor } from "../../taxonomy/tags/schema";
import type { CategoryRecord, TagRecord } from "../records";
import type { Bodies } from "./bodies";
import { fit } from "./fields";
import type { Run } from "./run";
import { planSimple } from "./simple";
import type { Plan } from "./plan";

/** A free slug, the wanted one or the next with a number. */
async function slugFrom(
  run: Run,
  kind: string,
  wanted: string,
  isTaken: (slug: string) => Promise<boolean>,
  warnings: string[] | null,
): Promise<string> {
  const isClaimed = (each: string) => run.facts.dryRun && run.claimed.has(`${kind} ${each}`);
  const slug = await firstFree(wanted, async (each) => isClaimed(each) || (await isTaken(each)));
  run.claimed.add(`${kind} ${slug}`);
  if (slug !== wanted) warnings?.push(`the address "${wanted}" is taken here; it has "${slug}"`);
  return slug;
}

const tooDeep = `categories can be at most ${MOST_LEVELS} levels deep; it stands at the top`;

/** Characters of a name, and of a path that a report shows. Both are remembered until the import ends. */
const [LONGEST_NAME, LONGEST_PATH] = [255, 1_000];

/** A name as it is stored. */
const storedName = (name: string): string => fit(name, LONGEST_NAME, "name", []);

/** The path of a category in the report; its name alone where that is too long. */
const pathBelow = (above: string | undefined, name: string): string =>
  above === undefined || above.length + name.length >= LONGEST_PATH ? name : `${above}/${name}`;

/** Takes in categories and tags; those of the same name that are here are theirs. */
export class Terms {
  /** Parents that come later in the source, by the category that waits for one. */
  readonly #waiting = new Map<string, number[]>();
  /** The paths of names of categories, for the report. */
  readonly #paths = new Map<string, string>();
  #tags: Map<string, number> | undefined;

  constructor(
    private readonly run: Run,
    private readonly bodies: Bodies,
  ) {}

  async planCategory(record: CategoryRecord): Promise<Plan> {
    const { run } = this;
    const name = record.name.trim() || decodedAddress(record.slug) || "Category";
    const thumbnail = await this.bodies.settleAddress(record.thumbnail);
    const parentOf = async ({ db }: Context) =>
      record.parent === null ? null : run.idOf(db, "category", record.parent);
    const plan = planSimple(run, record, {
      store: importedCategories,
      title: name,
      createTime: null,
      bound: { hasRoom, said: `a site has at most ${MOST_CATEGORIES} categories` },
      find: async (context) => {
        const parentId = await parentOf(context);
        // One below a parent that is new, or comes later, is new as well.
        if ((record.parent !== null && parentId === null) || (parentId !== null && parentId < 0)) return null;
        return findCategoryNamed(context.db, name, parentId, record.password);
      },
      values: async (context, warnings) => {
        warnings.push(...thumbnail.warnings);
        const above = await parentOf(context);
        const isTooDeep = above !== null && above > 0 && !(await hasLevelBelow(context.db, above));
        if (isTooDeep) warnings.push(tooDeep);
        const wanted = makeSlug(decodedAddress(record.slug)) || makeSlug(name) || "category";
        const known = await run.recall(context.db, "category", record.source);
        return {
          name: fit(name, 255, "name", warnings),
          slug: await slugFrom(
            run,
            "category",
            wanted,
            (slug) => isCategorySlugTaken(context.db, slug, known?.recordId),
            record.slug === "" ? null : warnings,
          ),
          description: fit(record.description, 100, "description", warnings),
          parentId: above !== null && above > 0 && !isTooDeep ? above : null,
          password: fit(record.password, 255, "password", warnings),
          priority: record.priority ?? 0,
          thumbnail: thumbnail.address.length <= 1023 ? thumbnail.address : "",
        };
      },
      made: async (context, id) => {
        if (record.parent !== null && (await parentOf(context)) === null) {
          const others = this.#waiting.get(record.parent);
          if (others) others.push(id);
          else this.#waiting.set(record.parent, [id]);
        }
        await this.#adopt(context, record.source, id);
        const above = record.parent === null ? undefined : await this.#pathOf(context, record.parent);
        const path = pathBelow(above, storedName(name));
        this.#paths.set(record.source, path);
        run.noteMade("categories", path);
      },
      kept: ["slug", "priority"],
      cacheKeys: () => ["categories"],
    });
    return plan;
  }

  async #pathOf({ db }: Context, source: string): Promise<string | undefined> {
    const known = this.#paths.get(source);
    if (known !== undefined) return known;
    const id = await this.run.idOf(db, "category", source);
    return id !== null && id > 0 ? ((await categoryPath(db, id)) ?? undefined) : undefined;
  }

  /** Puts categories that came before their parent below it, unless that would be a loop. */
  async #adopt({ db }: Context, source: string, id: number): Promise<void> {
    for (const child of this.#waiting.get(source) ?? [])
      if (id > 0 && (await fitsBelow(db, child, id))) await importedCategories.set(db, child, { parentId: id });
    this.#waiting.delete(source);
  }

  async planTag(record: TagRecord): Promise<Plan> {
    const { run } = this;
    const name = record.name.trim() || decodedAddress(record.slug) || "tag";
    const thumbnail = await this.bodies.settleAddress(record.thumbnail);
    this.#tags ??= await tagsByName(run.reader());
    const tags = this.#tags;
    const key = tagKey(storedName(name));
    return planSimple(run, record, {
      store: importedTags,
      title: name,
      createTime: null,
      find: async () => tags.get(key) ?? null,
      values: async ({ db }, warnings) => {
        warnings.push(...thumbnail.warnings);
        const wanted = makeSlug(decodedAddress(record.slug)) || makeSlug(name) || "tag";
        const known = await run.recall(db, "tag", record.source);
        if (record.color !== "" && !isColor(record.color)) warnings.push(`"${record.color}" is no colour`);
        return {
          name: fit(name, 255, "name", warnings),
          slug: await slugFrom(
            run,
            "tag",
            wanted,
            (slug) => isTagSlugTaken(db, slug, known?.recordId),
            record.slug === "" ? null : warnings,
          ),
          color: isColor(record.color) ? record.color : defaultColor,
          thumbnail: thumbnail.address.length <= 1023 ? thumbnail.address : "",
        };
      },
      made: async (_context, id) => {
        tags.set(key, id);
        run.noteMade("tags", name);
      },
      kept: ["slug", "name"],
      cacheKeys: () => ["tags"],
    });
  }

  /** Forgets what a transaction that was rolled back had made. */
  takeBack(): void {
    this.#tags = undefined;
  }
}
