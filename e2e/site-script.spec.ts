// What `public/site.js` adds to public pages. That they work without it is shown by every other journey.
import { type Api } from "./rig/api";
import { follow } from "./rig/documents";
import { owner, serveSite } from "./rig/site";
import { expect, test } from "./rig/test";

test.describe.configure({ mode: "serial" });

const server = serveSite();
let ada: Api;
let post: { id: number; url: string };

test.beforeAll(async () => {
  ada = owner(server);
  post = await ada.post({ title: "The tide machine", slug: "the-tide-machine", originalContent: "It adds up waves." });
  await ada.must(201, "POST", "/admin/posts/comments", {
    author: "Ada",
    email: "ada@example.org",
    content: "Ask away.",
    postId: post.id,
  });
});

test("a reply is written below what it answers, with what was typed before", async ({ open, accessible }) => {
  const page = await open();
  await page.goto(server.url(post.url));
  const write = page.locator("#write");
  await write.getByLabel("Your comment").fill("How many wheels?");
  await page.getByRole("link", { name: "Reply to" }).click();
  await expect(page).toHaveURL(server.url(post.url));
  await expect(page.locator(".thread #write").getByRole("heading")).toHaveText(/^Reply to /);
  await expect(write.getByLabel("Your comment")).toBeFocused();
  await expect(write.getByLabel("Your comment")).toHaveValue("How many wheels?");
  await accessible(page, "light", "dark");

  await page.getByRole("link", { name: "Write a new comment instead" }).click();
  await expect(page.locator(".thread #write")).toHaveCount(0);
  await expect(write.getByRole("heading")).toHaveText("Write a comment");
  await expect(write.locator("[name=parentId]")).toHaveCount(0);

  await page.getByRole("link", { name: "Reply to" }).click();
  await write.getByLabel("Your name").fill("Bill");
  await follow(page, () => page.getByRole("button", { name: "Send the comment" }).click());
  await expect(page.getByRole("status")).toContainText("waiting for approval");
  const [waiting] = await ada.get<{ id: number; parentId: number; content: string }[]>(
    "/admin/posts/comments?status=AUDITING",
  );
  expect(waiting).toMatchObject({ content: "How many wheels?" });
  await ada.must(200, "PUT", `/admin/posts/comments/${waiting?.id}/status/PUBLISHED`);
  await page.goto(server.url(post.url));
  await expect(page.locator(".thread .thread").getByText("How many wheels?")).toBeVisible();
});

test("times say how long ago, and exactly when where the reader is", async ({ open }) => {
  const page = await open({ timezoneId: "Asia/Tokyo" });
  const sent = new Date(
    String(
      await (
        await open({ javaScriptEnabled: false })
      )
        .goto(server.url(post.url))
        .then(async (reply) => /<time data-ago="" dateTime="([^"]+)"/i.exec(String(await reply?.text()))?.[1]),
    ),
  );
  await page.clock.setFixedTime(new Date(sent.getTime() + 3 * 86_400_000 + 60_000));
  await page.goto(server.url(post.url));
  const time = page.locator(".thread time").first();
  await expect(time).toHaveText("3 days ago");
  await expect(time).toHaveAttribute(
    "title",
    new Intl.DateTimeFormat("en", { dateStyle: "full", timeStyle: "short", timeZone: "Asia/Tokyo" }).format(sent),
  );
});

test("colours change at once and stay, also on a page come back to", async ({ open }) => {
  const page = await open({ colorScheme: "light" });
  const paper = () => page.locator("body").evaluate((body) => getComputedStyle(body).backgroundColor);
  await page.goto(server.url("/"));
  const light = await paper();
  await page.goto(server.url(post.url));
  await page.evaluate(() => Object.assign(globalThis, { same: true }));
  await page.getByRole("button", { name: "Dark" }).click();
  await expect.poll(paper).not.toBe(light);
  await expect(page.getByRole("button", { name: "Dark" })).toHaveAttribute("aria-pressed", "true");
  expect(await page.evaluate(() => "same" in globalThis), "the same page, not a new one").toBe(true);
  await expect
    .poll(async () => (await page.context().cookies()).find(({ name }) => name === "scheme")?.value)
    .toBe("dark");
  await page.goBack();
  await expect.poll(paper).not.toBe(light);
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-scheme", "dark");
});

test("what an author writes as a time stops nothing else on the page, and stays as it was written", async ({
  open,
}) => {
  const text =
    "<time>10:00</time>, <time datetime='PT3H' title='Long'>three hours</time>, <time datetime='2020-02-02'>then</time>";
  const { url, id } = await ada.post({ title: "Times", slug: "times", originalContent: text });
  await ada.must(201, "POST", "/admin/posts/comments", {
    author: "Ada",
    email: "ada@example.org",
    content: "Now.",
    postId: id,
  });
  const page = await open();
  await page.goto(server.url(url));
  await page.getByRole("link", { name: "Reply to" }).click();
  await expect(page.locator(".thread #write")).toHaveCount(1);
  await expect(page.locator(".thread [data-ago]")).toHaveText(/ago|minute/);
  expect(await page.locator(".prose time").evaluateAll((all) => all.map((time) => time.getAttribute("title")))).toEqual(
    [null, "Long", null],
  );
});

test("code is copied by its own button alone, whatever an author puts around it", async ({ open }) => {
  const code = "<pre><code>rm -r tides</code></pre>";
  const { url } = await ada.post({
    title: "The wheels",
    editorType: "RICHTEXT",
    originalContent: `${code}<label><p>They turn slowly.</p>${code}</label>`,
  });
  const page = await open({ permissions: ["clipboard-read", "clipboard-write"] });
  await page.goto(server.url(url));
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await page.evaluate(() => navigator.clipboard.writeText("what the reader had"));
  await page.getByText("They turn slowly.").click();
  expect(await copied()).toBe("what the reader had");
  await page.getByRole("button", { name: "Copy", exact: true }).click();
  await expect.poll(copied).toBe("rm -r tides");
});
