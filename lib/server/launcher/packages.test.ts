import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { withAddresses } from "./packages.mjs";

type Lock = {
  packages: Record<string, { version?: string; resolved?: string; integrity?: string; inBundle?: boolean }>;
};

const addressesOf = (packages: object, registry = "https://packages.example/npm/") =>
  (JSON.parse(withAddresses(JSON.stringify({ packages }), registry)) as Lock).packages;

it("says where each package lies, whatever its name", () => {
  const found = addressesOf({
    "": { name: "site", version: "0.1.0" },
    "node_modules/zod": { version: "4.1.0" },
    "node_modules/@types/node": { version: "20.0.0" },
    "node_modules/a/node_modules/@scope/b": { version: "1.0.0-rc.1" },
    "node_modules/other-name": { name: "better-sqlite3", version: "13.2.0" },
    "node_modules/here": { link: true },
    "node_modules/a/node_modules/inside-a": { version: "2.0.0", inBundle: true },
    "node_modules/elsewhere": { version: "1.0.0", resolved: "https://files.example/elsewhere.tgz" },
  });
  expect(Object.values(found).map(({ resolved }) => resolved)).toEqual([
    undefined,
    "https://packages.example/npm/zod/-/zod-4.1.0.tgz",
    "https://packages.example/npm/@types/node/-/node-20.0.0.tgz",
    "https://packages.example/npm/@scope/b/-/b-1.0.0-rc.1.tgz",
    "https://packages.example/npm/better-sqlite3/-/better-sqlite3-13.2.0.tgz",
    undefined,
    undefined,
    "https://files.example/elsewhere.tgz",
  ]);
});

it("changes nothing else, and leaves no package of the lockfile without an address", () => {
  const stored = JSON.parse(readFileSync("package-lock.json", "utf8")) as Lock;
  const { "": _root, ...packages } = addressesOf(stored.packages, "https://packages.example");
  const lacking = Object.entries(packages).filter(
    ([, { resolved, inBundle }]) =>
      !inBundle && !/^https:\/\/packages\.example\/(@[\w.-]+\/)?[\w.-]+\/-\/[\w.-]+\.tgz$/.test(resolved ?? ""),
  );
  expect(lacking).toEqual([]);
  const { "": _stored, ...before } = stored.packages;
  const withoutAddress = Object.entries(packages).map(([path, { resolved: _resolved, ...rest }]) => [path, rest]);
  expect(Object.fromEntries(withoutAddress)).toEqual(before);
});
