import { beforeEach, expect, it } from "vitest";
import { postgres } from "../../../db/dialect";
import { engine } from "../../core/operation";
import { system } from "../../testing/actors";
import { freshDatabase } from "../../testing/setup";
import { noteStatements } from "../../testing/statements";
import { findingsSoFar } from "../../testing/watch/watch";
import { createLink, deleteLinks } from "../links/mutations";
import { createPhoto, deletePhotos } from "../photos/mutations";
import { linkRemoval } from "../links/removal";
import { photoRemoval } from "../photos/removal";
import { putBackRemoved } from "./mutations";
import { removables } from "./removable";

removables.provide([linkRemoval, photoRemoval]);

/** What was asked so far of the connection that writes. */
let asked: string[] = [];

beforeEach(async () => {
  await freshDatabase();
  if (postgres) return;
  await engine().transaction(
    async (db) => noteStatements(db.$client, (sql) => void asked.push(sql)),
    () => null,
  );
});

const kinds = {
  link: {
    make: (n: number) => createLink(system, { name: `Friend ${n}`, url: `https://a.example/${n}` }),
    remove: (ids: number[]) => deleteLinks(system, { ids }),
  },
  photo: {
    make: (n: number) => createPhoto(system, { name: `Photo ${n}`, url: `https://a.example/${n}.png`, thumbnail: "" }),
    remove: (ids: number[]) => deletePhotos(system, { ids }),
  },
} as const;

// On PostgreSQL each question waits for a turn of the event loop, and all that write wait for the last one.
it.skipIf(postgres).each(Object.entries(kinds))(
  "each %s of many goes and comes back with the others",
  async (kind, { make, remove }) => {
    const counts: number[][] = [];
    for (const count of [2, 20]) {
      const ids: number[] = [];
      for (let n = 0; n < count; n += 1) ids.push((await make(n)).id);
      await findingsSoFar();
      asked = [];
      await remove(ids);
      const gone = asked.length;
      asked = [];
      await putBackRemoved(system, { items: ids.map((id) => ({ kind: kind as keyof typeof kinds, id })) });
      // Where each leads is asked, of several at once.
      counts.push([gone, asked.filter((sql) => !/from "(?:record_references|options)"/.test(sql)).length]);
    }
    expect(counts[1]).toEqual(counts[0]);
  },
);
