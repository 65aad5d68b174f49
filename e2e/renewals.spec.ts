import { join } from "node:path";
import Database from "../db/sqlite-driver.mjs";
import { owner, siteServer } from "./rig/site";
import { expect, test } from "./rig/test";

test("what an earlier version stored is written anew after the update, and readers see it", async ({
  open,
  accessible,
}) => {
  const server = siteServer();
  await server.start();
  const ada = owner(server);
  const table = "| Engine | Year |\n|:--|--:|\n| Difference | 1822 |\n| Analytical | 1837 |";
  const post = await ada.post({ title: "Engines", originalContent: table });
  await server.stop();

  const database = new Database(join(server.dataDir, "broadsheet.db"));
  const attack = '<p title="<!--">One</p><i tabindex="1" autofocus onfocus="document.title=1">two</i>';
  database.prepare("update posts set content = ?").run(attack);
  database.prepare("delete from renewals").run();
  database.close();

  await server.start();
  await expect
    .poll(async () => (await ada.get<{ content: string }>(`/content/posts/${post.id}`)).content)
    .toContain("<table>");
  const page = await open();
  await page.goto(server.url(post.url));
  await expect(page.getByRole("columnheader", { name: "Year" })).toHaveCSS("text-align", "end");
  await expect(page.getByRole("cell", { name: "1837" })).toHaveCSS("text-align", "end");
  await expect(page.getByRole("columnheader", { name: "Engine" })).toHaveCSS("text-align", "start");
  await accessible(page);
  await expect(page).toHaveTitle(/^Engines/);
  await server.end();
});
