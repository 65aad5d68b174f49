import { afterEach } from "vitest";
import { subscribe } from "../core/events";
import { locales } from "../core/languages";
import { messagesOf } from "../services/words/messages";
import { hasSummaries, knownSummary } from "../services/words/summaries/summaries";
import { foldersOf } from "./watch/modules";

const unsaid = new Set<string>();

/** Whether an operation is the program's: tests of the runner make some of their own. */
const isOurs = (operation: string) =>
  foldersOf(operation).some((folder) => /\/lib\/(features|services)\b/.test(folder));

subscribe(({ operation, summary, isSilent }) => {
  if (isSilent || !isOurs(operation)) return;
  for (const locale of locales) {
    if (!(operation in messagesOf(locale).operations)) unsaid.add(`${operation} has no name (${locale})`);
    if (summary !== "" && hasSummaries(locale) && knownSummary(locale, operation, summary) === null)
      unsaid.add(`what ${operation} says has no words (${locale}): ${summary}`);
  }
});

// A test fails where an operation that it called wrote something into the audit log that a language has no words for.
afterEach(() => {
  const found = [...unsaid];
  unsaid.clear();
  if (found.length > 0) throw new Error(found.join("\n"));
});
