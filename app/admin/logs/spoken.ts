import { getTranslations } from "next-intl/server";
import { ownLocale, read } from "../../../lib/doors/page";
import { listLogSources } from "../../../lib/features/logs/queries";

/** The words by which the reader's language tells of the log, and what a keyword finds by them. */
export async function spokenLog(keyword: string | undefined) {
  const [words, { actors, operations }, locale] = await Promise.all([
    getTranslations("operations"),
    read(listLogSources, {}),
    ownLocale(),
  ]);
  // One of an earlier version of the program may have no words any more.
  const nameOf = (operation: string) => (words.has(operation) ? words(operation) : operation);
  const wanted = keyword?.trim().toLowerCase();
  const named = wanted ? operations.filter((each) => nameOf(each).toLowerCase().includes(wanted)) : [];
  return { actors, operations, locale, nameOf, found: { locale, named } };
}
