import { existsSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { builtRoutes } from "./built-routes";

/** Every page and route handler of `app`, by its address. */
const written = () =>
  readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((file) => /(^|\/)(page\.tsx|route\.tsx?)$/.test(file))
    .map((file) => `/${file}`.replace(/\/(page\.tsx|route\.tsx?)$/, "").replace(/\/\([^)]*\)/g, "") || "/");

it.skipIf(!existsSync(".next/server/app-paths-manifest.json"))("the build lists what stands under app", () =>
  expect(builtRoutes()?.toSorted()).toEqual(expect.arrayContaining(written().toSorted())),
);

describe("where the build lists it otherwise", () => {
  const list = join(mkdtempSync(join(tmpdir(), "broadsheet-routes-")), "list.json");
  it.each(["", "{}", "null", "[]", '{"pages":{"/":"page.js"}}', '{"/page":"a.js","/tags":"b.js"}'])(
    "%s says nothing of any address",
    (text) => {
      writeFileSync(list, text);
      expect(builtRoutes(list)).toBeNull();
    },
  );
  it("so does a list that is not there", () => expect(builtRoutes(`${list}.gone`)).toBeNull());
});
