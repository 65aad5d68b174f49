import fc from "fast-check";
import { expect, it } from "vitest";
import { reply } from "../../api/app";
import { routes } from "../../api/routes";
import { freshDatabase } from "../../testing/setup";
import "../../testing/properties";
import { isOfApi, isReadable, isResolved, standInFor } from "./addresses";

const DOCUMENTS = ["", "/content", "/docs", "/openapi.json", "/health", "/ready"];
const paths = [...new Set([...DOCUMENTS, ...routes.map(({ path }) => path)])].map((path) => `/api${path}`);
const literally = (path: string) => path.replace(/[.]/g, "\\.").replace(/\{\w+\}/g, "[^/]+");
const plain = new RegExp(`^(?:${paths.map(literally).join("|")})$`);

const encoded = (letter: string) => `%${letter.charCodeAt(0).toString(16).padStart(2, "0")}`;
/** What changes the spelling of an address at one place of it. */
const changes: ((before: string, after: string) => string)[] = [
  (before, after) => before + encoded(after[0] ?? "/") + after.slice(1),
  (before, after) => before + encoded(after[0] ?? "/").toUpperCase() + after.slice(1),
  (before, after) => before + (after[0] ?? "").toUpperCase() + after.slice(1),
  ...[
    "/",
    "/./",
    "/x/../",
    "/%2e/",
    "\\",
    ";",
    ";x",
    "%00",
    "%09",
    "%20",
    "%2f",
    "%252f",
    ".",
    "?",
    "?/",
    "*",
    "{id}",
  ].map((added) => (before: string, after: string) => before + added + after),
];

const spelling = fc
  .tuple(
    fc.constantFrom(...paths.map((path) => path.replace(/\{\w+\}/g, "1"))),
    fc.array(fc.tuple(fc.constantFrom(...changes), fc.double({ min: 0, max: 1, noNaN: true })), { maxLength: 3 }),
  )
  .map(([path, made]) =>
    made.reduce((now, [change, where]) => {
      const at = 1 + Math.round(where * (now.length - 1));
      return change(now.slice(0, at), now.slice(at));
    }, path),
  );

it("the API's router finds a line only at the address that the front desk has before it, in whatever spelling one asks", async () => {
  await freshDatabase();
  const client = { ip: "192.0.2.1", requestId: "x", log: () => undefined };
  let found = 0;
  await fc.assert(
    fc.asyncProperty(spelling, async (asked) => {
      if (!isReadable(asked.split("?", 1)[0] ?? "")) return;
      const address = standInFor(asked);
      const [path = ""] = address.split("?", 1);
      if (!isResolved(asked) || !isOfApi(path)) return;
      const request = new Request(`http://localhost${address}`, { method: "OPTIONS" });
      if ((await reply(request, client)).status === 404) return;
      expect(path).toMatch(plain);
      found += 1;
    }),
    { numRuns: 20_000 },
  );
  expect(found).toBeGreaterThan(1_000);
});
