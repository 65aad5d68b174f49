import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { imports, posts } from "../../db/schema";
import { engine } from "../core/operation";
import { makeImportHere } from "../features/moving/imports/claiming";
import { leaseOf } from "../features/moving/imports/lease";
import { wxr } from "../features/moving/readers/wordpress/testing-wxr";
import { anAdmin, system } from "../testing/actors";
import { freshDatabase, stored } from "../testing/setup";
import { runCli } from "./run";
import { aFolder, aTerminal } from "./testing-folder";

beforeEach(async () => {
  await freshDatabase();
  await anAdmin();
});

const whole = wxr([{ id: 1 }, { id: 2 }, { id: 3 }]);

/** Takes a file in; what is said, with the code at the end. */
async function takeIn(content: string, name = "old.xml") {
  const path = join(aFolder({}), name);
  writeFileSync(path, content);
  const terminal = aTerminal();
  const code = await runCli(["import", "wordpress", path], terminal.streams);
  return { code, said: `${terminal.lines().join("\n")}\n${terminal.written.err}` };
}

describe("import wordpress", () => {
  it("takes in what is whole of a file that is cut off, says where it ends, and goes on with the whole file", async () => {
    const cut = await takeIn(whole.slice(0, whole.indexOf("<wp:post_id>3") + 5));
    expect(cut).toMatchObject({ code: 1, said: expect.stringMatching(/byte \d+.*post 2/s) });
    expect(await stored().select().from(posts)).toHaveLength(2);
    expect(await takeIn(whole)).toMatchObject({ code: 0, said: expect.stringMatching(/3 unchanged, 0 failed/) });
    expect(await stored().select().from(posts)).toHaveLength(3);
  });

  it.each([
    ["a document type", whole.replace("?>", "?><!DOCTYPE x>"), "document type"],
    [
      "another kind of file",
      '{"db":[{"meta":{"exported_on":1,"version":"5.82"},"data":{"posts":[]}}]}',
      "use: import ghost",
    ],
    ["an empty file", "", "The file is empty."],
    ["a page that asks to sign in", "<html><form></form></html>", "page of HTML"],
  ])("refuses %s in a sentence", async (_what, content, sentence) => {
    expect(await takeIn(content)).toMatchObject({ code: 1, said: expect.stringContaining(sentence) });
    expect(await stored().select().from(posts)).toEqual([]);
  });

  it("tells which one runs and since when, where another import is at work", async () => {
    const { id } = await makeImportHere(system, {
      kind: "ghost",
      sha256: "0".repeat(64),
      choices: { path: "/old.json" },
    });
    await engine().transaction(
      (db) => db.update(imports).set({ state: "RUNNING", ...leaseOf("somebody", new Date()) }),
      () => null,
    );
    expect(await takeIn(whole)).toMatchObject({
      code: 1,
      said: expect.stringMatching(new RegExp(`[Ii]mport ${id} .*ghost.*since`, "s")),
    });
    expect(await stored().select().from(posts)).toEqual([]);
  });

  it("keeps a terminal from what titles could do to it", async () => {
    const { said } = await takeIn(wxr([{ title: "A\u202Ebc &#27;[2J\u009B31m", status: "odd\u202E" }]));
    expect(said).toContain("is not known, so it is a draft");
    // oxlint-disable-next-line no-control-regex -- they are what is looked for
    expect(said.replaceAll("\n", "")).not.toMatch(/[\u0000-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/);
  });
});
