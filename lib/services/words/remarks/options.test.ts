import { expect, it } from "vitest";
import { locales } from "../../../core/languages";
import { programFiles } from "../../../testing/sources";
import { remarkIn } from "./remarks";

/** Sentences that name an option of the command line. */
const naming = programFiles()
  .filter(({ path }) => path.startsWith("lib/features/moving/") && !path.endsWith("/child.ts"))
  .flatMap(({ path, code }) =>
    [...code.matchAll(/"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)].map(([, plain, filled]) => ({
      path,
      // Where a number decides, the words for one.
      sentence: (plain ?? filled ?? "").replace(/\$\{[^}]*\? "([^"]*)"[^}]*\}/g, "$1").replace(/\$\{[^}]*\}/g, "x"),
    })),
  )
  .filter(({ sentence }) => /(^|\s)--[a-z]{2}/.test(sentence))
  // A source that is refused says so at its field, by its code.
  .filter(({ sentence }) => !/See \\?`import --help/.test(sentence));

it("says no option of the command line to readers of the dashboard", () => {
  expect(naming.length).toBeGreaterThan(5);
  const said = locales.flatMap((locale) =>
    naming.map(({ path, sentence }) => ({ path, locale, sentence, said: remarkIn(locale, sentence) })),
  );
  expect(said.filter(({ sentence, said }) => said === sentence)).toEqual([]);
});
