import { serve } from "./rig/server";
import { expect, test } from "./rig/test";

const server = serve();

test("the API shows itself, with nothing from elsewhere and nothing its policy forbids", async ({ open }) => {
  const page = await open({ viewport: { width: 1280, height: 900 } });
  const hosts = new Set<string>();
  page.on("request", (request) => hosts.add(new URL(request.url()).host));
  await page.goto(server.url("/api/docs"));
  await expect(page.getByText("From nothing to a published post").first()).toBeVisible();
  await page.goto(server.url("/api/docs#get-/api/content/posts/search"));
  await expect(page.getByText("/api/content/posts/search").first()).toBeVisible();
  await expect(page.getByText("At most 1,000 are found and counted.").first()).toBeVisible();
  expect([...hosts]).toEqual([new URL(server.url("/")).host]);
});
