import type { Page } from "@playwright/test";
import { Api } from "./rig/api";
import { awake, drawn, enter, expectSound, message } from "./rig/desk";
import { owner, serveSite } from "./rig/site";
import { expect, test } from "./rig/test";

const server = serveSite({ TRUST_PROXY: "1" });
let api: Api;
let postId: number;
let strangers = 0;

type Sent = { id: number };
type Queued = { id: number; state: string; author: string };

/** A stranger's comment, each from another address. */
async function comment(author: string, given: Record<string, unknown> = {}, kind = "posts"): Promise<Sent> {
  const ip = `198.51.100.${(strangers += 1)}`;
  const body = { author, content: `Words of ${author}.`, postId, ...given };
  const answer = await new Api(server).call<Sent>("POST", `/content/${kind}/comments`, body, { "x-forwarded-for": ip });
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
}

const stateOf = async (id: number) => (await api.get<Queued>(`/admin/comments/${id}`)).state;
const row = (page: Page, author: string) =>
  page.locator("[data-row]", { has: page.getByRole("button", { name: author, exact: true }) });
const railCount = (page: Page) =>
  page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name: /^Comments/ });

/** The requests of this page that change something, as they begin. */
function requestsThatWrite(page: Page): string[] {
  const sent: string[] = [];
  page.on("request", (request) => void (request.method() === "POST" && sent.push(request.url())));
  return sent;
}

test.beforeAll(async () => {
  api = owner(server);
  postId = (await api.post({ title: "On the engine", originalContent: "It weaves." })).id;
});

test("a moderator approves, replies, recycles and takes back on a phone, by thumb", async ({ open }) => {
  const [ann, bob, cleo] = [
    await comment("Ann"),
    await comment("Bob", { email: "bob@example.org" }),
    await comment("Cleo"),
  ];
  const page = await open({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  await enter(page, server, "/admin/comments");
  await expectSound(page, "the queue on a phone");

  // Large enough for a thumb, within the window, and shown without hovering.
  const select = row(page, "Ann").getByRole("checkbox");
  const at = (await select.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.touchscreen.tap(at.x + at.width / 2 + 20, at.y + at.height / 2 + 20);
  await expect(select).toBeChecked();
  await select.tap();
  for (const name of ["Approve", "Reply", "Bin"]) {
    const box = await row(page, "Ann").getByRole("button", { name, exact: true }).boundingBox();
    expect([name, (box?.height ?? 0) >= 44, (box?.width ?? 0) >= 44]).toEqual([name, true, true]);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

  await row(page, "Ann").getByRole("button", { name: "Approve" }).tap();
  await expect(message(page, "Approved.")).toBeVisible();
  await expect(row(page, "Ann")).toBeHidden();
  expect(await stateOf(ann.id)).toBe("published");

  await row(page, "Bob").getByRole("button", { name: "Reply" }).tap();
  const field = page.getByLabel("Reply to Bob");
  await expect(field).toBeFocused();
  await expect(page.getByRole("button", { name: "Approve and reply" })).toBeInViewport({ ratio: 1 });
  await expectSound(page, "the reply on a phone");
  await page.getByRole("button", { name: "Approve and reply" }).tap();
  await expect(page.getByText("This field is required.")).toBeVisible();
  await field.fill("From the **loom**.");
  await page.getByRole("button", { name: "Approve and reply" }).tap();
  await expect(message(page, "Approved and replied.")).toBeVisible();
  await expect(row(page, "Bob")).toBeHidden();
  expect(await stateOf(bob.id)).toBe("published");
  await message(page, "Approved and replied.").getByRole("button", { name: "Undo" }).tap();
  await expect(row(page, "Bob")).toBeVisible();
  expect(await stateOf(bob.id)).toBe("waiting");

  await row(page, "Cleo").getByRole("button", { name: "Bin" }).tap();
  await expect(message(page, "Moved to the bin.")).toBeVisible();
  await expect(row(page, "Cleo")).toBeHidden();
  expect(await stateOf(cleo.id)).toBe("bin");
  await message(page, "Moved to the bin.").getByRole("button", { name: "Undo" }).tap();
  await expect(row(page, "Cleo")).toBeVisible();
  expect(await stateOf(cleo.id)).toBe("waiting");

  // The last of the tabs is beyond the window's edge until it is the current one.
  await page.goto(server.url("/admin/comments?state=all"));
  await expect(page.getByRole("main").getByRole("link", { name: /^All/ })).toBeInViewport({ ratio: 0.98 });
});

test("the queue is worked through with the keyboard alone", async ({ open }) => {
  for (const { id } of await api.get<Queued[]>("/admin/comments?size=100"))
    await api.must(200, "PUT", "/admin/comments/state/bin", [id]);
  const made = [];
  for (const name of ["Eve", "Dan", "Cid", "Bea", "Art"]) made.push(await comment(name));
  const [eve, dan, cid, bea, art] = made.map(({ id }) => id) as [number, number, number, number, number];
  const page = await open({ viewport: { width: 1280, height: 900 } });
  await enter(page, server, "/admin/comments");
  const title = (name: string) => page.getByRole("button", { name, exact: true });

  // The newest stands first.
  await page.keyboard.press("j");
  await expect(title("Art")).toBeFocused();
  await page.keyboard.press("a");
  await expect(message(page, "Approved.")).toBeVisible();
  await expect(title("Bea")).toBeFocused();
  expect(await stateOf(art)).toBe("published");

  await page.keyboard.press("r");
  await expect(page.getByLabel("Reply to Bea")).toBeFocused();
  await page.keyboard.type("Thank you, j and k.");
  await page.keyboard.press("Escape");
  await expect(page.getByLabel("Reply to Bea")).toBeHidden();
  await expect(title("Bea")).toBeFocused();
  await page.keyboard.press("r");
  await expect(page.getByLabel("Reply to Bea")).toHaveValue("Thank you, j and k.");
  await page.keyboard.press("Control+Enter");
  await expect(message(page, "Approved and replied.")).toBeVisible();
  await expect(title("Cid")).toBeFocused();
  expect(await stateOf(bea)).toBe("published");

  await page.keyboard.press("e");
  await expect(page.getByLabel("Comment", { exact: true })).toBeFocused();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("Better words.");
  await page.keyboard.press("Control+Enter");
  await expect(message(page, "Saved.")).toBeVisible();
  await expect(row(page, "Cid")).toContainText("Better words.");
  await expect(title("Cid")).toBeFocused();

  await page.keyboard.press("s");
  await expect(message(page, "Marked as spam.")).toBeVisible();
  await expect(title("Dan")).toBeFocused();
  expect(await stateOf(cid)).toBe("spam");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: /^The conversation/ })).toBeFocused();
  await expectSound(page, "the conversation");
  await page.keyboard.press("Escape");
  await expect(title("Dan")).toBeFocused();

  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await expect(page.getByRole("toolbar", { name: "Selected comments" })).toContainText("2 selected");
  await page.keyboard.press("k");
  await page.keyboard.press("d");
  await expect(message(page, "Moved to the bin.")).toBeVisible();
  await expect(title("Eve")).toBeFocused();
  expect([await stateOf(dan), await stateOf(eve)]).toEqual(["bin", "waiting"]);

  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toContainText("Mark as spam");
  await page.keyboard.press("Escape");
});

test("several go to the bin, come back, and are gone for good with the replies named before", async ({ open }) => {
  const root = await comment("Root");
  const deep = await api.must<Sent>(201, "POST", "/admin/comments?approve=true", {
    parentId: root.id,
    content: "A reply",
  });
  const other = await comment("Other");
  await api.must(200, "PUT", "/admin/comments/state/spam", [root.id, other.id]);
  const page = await open({ viewport: { width: 1280, height: 900 } });
  await enter(page, server, "/admin/comments?state=spam");
  await expectSound(page, "the spam");
  for (const name of ["Root", "Other"]) await row(page, name).getByRole("checkbox").check();
  const bar = page.getByRole("toolbar", { name: "Selected comments" });
  await bar.getByRole("button", { name: "Not spam" }).click();
  await expect(message(page, "2 comments restored: they wait again.")).toBeVisible();
  await message(page, "2 comments restored").getByRole("button", { name: "Undo" }).click();
  await expect(row(page, "Root")).toBeVisible();

  for (const name of ["Root", "Other"]) await row(page, name).getByRole("checkbox").check();
  await bar.getByRole("button", { name: "Delete for good" }).click();
  const asking = page.getByRole("alertdialog");
  await expect(asking).toContainText("1 reply goes with it:");
  await expect(asking).toContainText("Ada Lovelace: A reply");
  await expectSound(page, "the question before they are gone");
  await expect(asking.getByRole("button", { name: "Delete for good" })).toBeDisabled();
  await asking.getByLabel("Type 2 to confirm").fill("2");
  await asking.getByRole("button", { name: "Delete for good" }).click();
  await expect(message(page, "2 comments deleted for good.")).toBeVisible();
  for (const { id } of [root, deep, other]) expect((await api.call("GET", `/admin/comments/${id}`)).status).toBe(404);
});

test("an author is blocked, answered as where comments are closed, and let in again", async ({ open }) => {
  await comment("Spammer", { email: "one@spam.example" });
  const page = await open({ viewport: { width: 1280, height: 900 } });
  await enter(page, server, "/admin/comments");
  await page.getByRole("button", { name: "Actions for “Spammer”" }).click();
  await expectSound(page, "the menu of a comment");
  await page.getByRole("menuitem", { name: "Block the author…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("What to block").selectOption({ label: "Every e-mail address at spam.example" });
  await dialog.getByLabel("Reason").fill("Advertises watches");
  await expectSound(page, "the dialog that blocks");
  await dialog.getByRole("button", { name: "Block", exact: true }).click();
  await expect(message(page, "Blocked.")).toBeVisible();
  const send = (postOf: number) =>
    new Api(server).call("POST", "/content/posts/comments", {
      author: "Again",
      content: "Buy",
      email: "two@mail.spam.example",
      postId: postOf,
    });
  const closed = await api.post({ title: "Closed", originalContent: "x", disallowComment: true });
  const [refused, elsewhere] = [await send(postId), await send(closed.id)];
  expect(refused.status).toBe(403);
  expect({ ...refused.body, requestId: "" }).toEqual({ ...elsewhere.body, requestId: "" });

  await page.getByRole("link", { name: "Blocked authors" }).click();
  await expect(page.getByRole("heading", { name: "Blocked authors" })).toBeVisible();
  await expect(row(page, "Actions for “spam.example”")).toContainText("Advertises watches");
  await expectSound(page, "the blocked authors");
  await page.getByRole("button", { name: "Block", exact: true }).click();
  await page.getByLabel("What to block").fill("0.0.0.0/0");
  await page.getByRole("dialog").getByRole("button", { name: "Block", exact: true }).click();
  await expect(page.getByText("This network is too wide")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
  await page.getByRole("button", { name: "Actions for “spam.example”" }).click();
  await page.getByRole("menuitem", { name: "Lift the block" }).click();
  await expect(message(page, "Lifted")).toBeVisible();
  await expect(page.getByText("Nobody is blocked.")).toBeVisible();
  expect((await send(postId)).status).toBe(201);
});

test("the rail counts what waits without a reload", async ({ open }) => {
  const page = await open({ viewport: { width: 1280, height: 900 } });
  await page.clock.install();
  await enter(page, server, "/admin/tags");
  const { waiting } = await api.get<{ waiting: number }>("/admin/comments/counts");
  await expect(railCount(page)).toContainText(String(waiting));
  await comment("Late");
  await page.clock.fastForward(61_000);
  await expect(railCount(page)).toContainText(String(waiting + 1));
  await comment("Later");
  await page.clock.fastForward(10_000);
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(railCount(page)).toContainText(String(waiting + 2));
  await enter(page, server, "/admin/comments");
  await row(page, "Late").getByRole("button", { name: "Approve" }).click();
  await expect(railCount(page)).toContainText(String(waiting + 1));
});

test("while one decision travels, the other rows wait for nothing", async ({ open }) => {
  const [slow, quick] = [await comment("Slow"), await comment("Quick")];
  const page = await open({ viewport: { width: 1280, height: 900 } });
  await enter(page, server, "/admin/comments");
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/admin/comments**", async (route) => {
    if (route.request().method() === "POST") await answered;
    await route.fallback();
  });
  const approve = (author: string) => row(page, author).getByRole("button", { name: "Approve" });
  await approve("Slow").click();
  await expect(approve("Slow")).toBeDisabled();
  await expect(row(page, "Slow").getByRole("button", { name: /^Actions for/ })).toBeDisabled();
  await approve("Quick").click({ trial: true });
  await approve("Quick").click();
  await expect(approve("Quick")).toBeDisabled();
  answer();
  await expect(row(page, "Slow")).toBeHidden();
  await expect(row(page, "Quick")).toBeHidden();
  expect([await stateOf(slow.id), await stateOf(quick.id)]).toEqual(["published", "published"]);
});

test("nothing that strangers write is more than text in the dashboard", async ({ open }) => {
  const attack = '"><img src=x onerror=window.canary=1>';
  const script = "</script><script>window.canary=1</script>";
  const { id } = await comment(attack, {
    content: `${script} [x](javascript:window.canary=1) <svg onload=window.canary=1> ${attack}`,
    authorUrl: `https://a.example/?${attack.replaceAll(" ", "/")}`,
    email: "canary'onfocus=window.canary=1@spam.example",
  });
  const wide = await comment("😀".repeat(50), { content: "x".repeat(1023) });
  const page = await open({ viewport: { width: 1280, height: 900 } });
  const quiet = async () =>
    expect(await page.evaluate(() => [(window as { canary?: number }).canary, document.images.length])).toEqual([
      undefined,
      0,
    ]);
  await enter(page, server, "/admin/comments");
  await expect(page.getByText(script, { exact: false })).toBeVisible();
  await quiet();
  const target = page.locator(`[data-row="${id}"]`);
  await target.getByRole("button", { name: attack, exact: true }).click();
  await expect(target.getByRole("region")).toBeFocused();
  await quiet();
  await page.keyboard.press("Escape");
  for (const name of ["Reply", "Edit"]) {
    await target.getByRole("button", { name, exact: true }).click();
    await expect(target.getByRole("textbox").first()).toBeFocused();
    await quiet();
    await page.keyboard.press("Escape");
  }
  await target.getByRole("button", { name: `Actions for “${attack}”` }).click();
  await page.getByRole("menuitem", { name: "Block the author…" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await quiet();
  await page.keyboard.press("Escape");
  await api.must(200, "PUT", "/admin/comments/state/spam", [id, wide.id]);
  await page.goto(server.url("/admin/comments?state=spam"));
  await awake(page);
  await page
    .locator(`[data-row="${id}"]`)
    .getByRole("button", { name: `Actions for “${attack}”` })
    .click();
  await page.getByRole("menuitem", { name: "Delete for good…" }).click();
  await expect(page.getByRole("alertdialog")).toContainText(attack);
  await quiet();
  await page.keyboard.press("Escape");
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), String(width)).toBeLessThanOrEqual(width);
  }
});

test("a text's page to which another site has led decides on no comment by one click", async ({ open }) => {
  const text = await api.post({ title: "Under a pointer", originalContent: "It waits." });
  await comment("Dora", { postId: text.id });
  const page = await open();
  await enter(page, server, "/admin");
  await page.goto(`data:text/html,${encodeURIComponent(`<a href="${server.url(text.url)}">on</a>`)}`);
  await page.getByRole("link").click();
  await expect(page.locator(".own").getByRole("link", { name: /comments? waits?$/ })).toBeVisible();
  await expect(page.locator(".own button")).toHaveCount(0);
  await page.goto(server.url(text.url));
  const approve = page.locator(".own").getByRole("button", { name: "Approve" });
  await expect(approve).toBeVisible();
  // Another site's page can lead back while somebody clicks there.
  const at = (await approve.boundingBox()) ?? { x: 0, y: 0 };
  await page.goto("data:text/html,<p>elsewhere");
  await page.mouse.move(at.x + 10, at.y + 10);
  await page.goBack();
  const sent = requestsThatWrite(page);
  await page.mouse.down();
  await page.mouse.up();
  await drawn(page);
  expect(sent).toEqual([]);
  await approve.click();
  await expect(page.locator(".own").getByRole("button", { name: "Approve" })).toHaveCount(0);
});

test("a comment that comes under somebody's pointer is not approved by the click for the one before", async ({
  open,
}) => {
  const items = (await api.get<Queued[]>("/admin/comments?state=waiting&size=100")).map(({ id }) => id);
  if (items.length > 0) await api.must(200, "PUT", "/admin/comments/state/bin", items);
  const ella = await comment("Ella");
  const page = await open();
  await page.clock.install();
  await enter(page, server, "/admin/comments");
  const approve = row(page, "Ella").getByRole("button", { name: "Approve" });
  await approve.hover();
  const fay = await comment("Fay");
  await page.mouse.down();
  await page.mouse.up();
  await expect(row(page, "Fay")).toBeVisible();
  await page.mouse.down();
  await page.mouse.up();
  await expect.poll(() => stateOf(ella.id)).toBe("published");
  await page.clock.fastForward(1000);
  expect(await stateOf(fay.id)).toBe("waiting");
  await page.mouse.down();
  await page.mouse.up();
  await expect.poll(() => stateOf(fay.id)).toBe("published");
});

test("words that their author has changed meanwhile are not approved", async ({ open }) => {
  const sent = await comment("Gil", { content: "Kind words." });
  const page = await open();
  await page.clock.install();
  await enter(page, server, "/admin/comments");
  await expect(row(page, "Gil")).toContainText("Kind words.");
  // As by its author's form, for which the words count and nothing else.
  await api.must(200, "PUT", `/admin/comments/${sent.id}`, { author: "Gil", content: "Other words." });
  await row(page, "Gil").getByRole("button", { name: "Approve" }).click();
  await expect(message(page, "changed elsewhere")).toBeVisible();
  await expect(row(page, "Gil")).toContainText("Other words.");
  expect(await stateOf(sent.id)).toBe("waiting");
  await page.clock.fastForward(1000);
  await row(page, "Gil").getByRole("button", { name: "Approve" }).click();
  await expect.poll(() => stateOf(sent.id)).toBe("published");
});

test("a comment above a text is not decided by a click right after something above the page has closed", async ({
  open,
}) => {
  const text = await api.post({ title: "Below a window", originalContent: "It waits." });
  await comment("Dora", { postId: text.id });
  const page = await open();
  await enter(page, server, "/admin");
  const ready = page.waitForResponse(server.url("/own.js"));
  await page.goto(server.url(text.url));
  await ready;
  const approve = page.locator(".own").getByRole("button", { name: "Approve" });
  // Waits until it may be clicked.
  await approve.click({ trial: true });
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await approve.click();
  const clicked = await page.evaluate(() => performance.now());
  await page.waitForFunction((since) => performance.now() - since > 700, clicked);
  await expect(approve).toBeVisible();
  await approve.click();
  await expect(approve).toHaveCount(0);
});
