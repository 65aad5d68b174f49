import { existsSync, readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { abilitiesOf } from "../../lib/core/access";
import { records } from "../../lib/features/references/kinds-schema";
import type { Shell } from "../../lib/features/statistics/dashboard-schema";
import { messagesOf } from "../../lib/services/words/messages";
import { locales } from "../../lib/core/languages";
import { system } from "../../lib/testing/actors";
import { allPlaces, type Destination, destinations, ownDestinations, rail } from "./destinations";

const all: readonly Destination[] = [
  ...rail.flatMap((place: Destination) => [place, ...(place.parts ?? [])]),
  ...ownDestinations,
];

it("the rail shows what has a page, and every page has its place", () => {
  expect(all.map(({ href }) => href).filter((href) => !existsSync(`app${href}/page.tsx`))).toEqual([]);
  const pages = readdirSync("app/admin", { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(`app/admin/${entry.name}/page.tsx`))
    .map((entry) => `/admin/${entry.name}`)
    .filter((path) => !path.includes("["));
  expect(pages.filter((path) => !all.some(({ href }) => href === path))).toEqual([]);
});

it("the rail has the words of each place, and shows only what somebody may do", () => {
  for (const locale of locales) {
    const { nav } = messagesOf(locale).admin;
    expect(all.map(({ name }) => name).filter((name) => !(name in nav))).toEqual([]);
  }
  const shownTo = (abilities: Shell["abilities"]) => destinations({ abilities } as Shell).map(({ name }) => name);
  expect(shownTo(abilitiesOf(system))).toEqual(expect.arrayContaining(["people", "appearance"]));
  expect(shownTo(["write posts"])).toEqual(["posts"]);
  // Of a place that stands for several, the one that is open to somebody is shown itself.
  expect(shownTo(["manage menus", "upload files", "manage followers"])).toEqual(["files", "menus", "followers"]);
  expect(shownTo([])).toEqual([]);
});

it("each kind of record that may use a file is changed at a place of the dashboard", () => {
  const names = allPlaces({ abilities: abilitiesOf(system) } as Shell).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(Object.values(records).map(({ page }) => page)));
});
