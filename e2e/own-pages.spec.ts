// What those who write the site see on its public pages, and nobody else does.
import { Api } from "./rig/api";
import { becomeSignedIn } from "./rig/desk";
import { follow } from "./rig/documents";
import { ask } from "./rig/http";
import { owner, serveSite } from "./rig/site";
import { expect, test } from "./rig/test";

const server = serveSite();
let ada: Api;
test.beforeAll(() => {
  ada = owner(server);
});

test("a signed-in owner decides on comments on the page, which stays the same for everybody else", async ({
  reader,
  accessible,
}) => {
  const post = await ada.post({ title: "The tide machine", originalContent: "It adds up waves." });
  const secret = await ada.post({ title: "Kept back", status: "INTIMATE", originalContent: "Words." });
  const send = (content: string) =>
    new Api(server).must(201, "POST", "/content/posts/comments", { postId: post.id, author: "Bill", content });
  const strangers = async () => (await ask(server, post.url)).text;
  const before = await strangers();
  await send("How many wheels?");
  await send("Buy my watches.");

  await becomeSignedIn(reader, server);
  await reader.goto(server.url(post.url));
  const bar = reader.getByRole("complementary", { name: "For those who write here" });
  await expect(bar.getByRole("link", { name: "Edit" })).toHaveAttribute("href", `/admin/posts/${post.id}`);
  await expect(bar.locator("summary")).toHaveText("2 comments wait here");
  await accessible(reader, "light", "dark");
  expect(await strangers()).toBe(before);

  const first = bar.getByRole("listitem").filter({ hasText: "How many wheels?" });
  await first.getByRole("textbox").fill("Eleven.");
  await follow(reader, () => first.getByRole("button", { name: "Approve" }).click());
  await expect(bar.locator("summary")).toHaveText("1 comment waits here");
  await follow(reader, () => bar.getByRole("button", { name: "Spam" }).click());
  await expect(bar.locator("summary")).toHaveCount(0);
  expect(await strangers()).toContain("Eleven.");
  expect(await strangers()).not.toContain("For those who write here");
  expect(await strangers()).not.toContain("watches");

  await reader.goto(server.url(secret.url));
  await expect(bar.getByText("Private: visitors do not find this page.")).toBeVisible();
  await ada.text(post.id, { originalContent: "It adds up waves and wind." });
  await reader.goto(server.url(post.url));
  await expect(bar.getByText("There are changes that visitors do not see yet.")).toBeVisible();
});
