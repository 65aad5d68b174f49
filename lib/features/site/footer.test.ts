import { beforeAll, expect, it } from "vitest";
import { engine } from "../../core/operation";
import { freshDatabase } from "../../testing/setup";
import { ID_PREFIX } from "../../text/html/elements";
import { footerHtml } from "./footer";

beforeAll(() => freshDatabase());

it("has other ids than the text above it, however alike their headings and footnotes are", async () => {
  const html = await footerHtml(
    engine().reader,
    "# A head\n\nSome words.[^1] See [above](#a-head).\n\n[^1]: About them.",
  );
  const ids = [...html.matchAll(/ (?:id|name)="([^"]+)"/g)].map(([, id]) => id ?? "");
  expect(ids.length).toBeGreaterThan(2);
  expect(ids.filter((id) => !id.startsWith(`${ID_PREFIX}foot-`))).toEqual([]);
  const targets = [...html.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id ?? "");
  expect(targets.length).toBeGreaterThan(2);
  expect(targets.filter((id) => !ids.includes(id))).toEqual([]);
});
