import { createHash } from "node:crypto";
import { aBomb, aJpeg, cameraExif } from "../lib/testing/pictures";
import { account } from "./rig/api";
import { awake, enter, expectSound, message } from "./rig/desk";
import { drop, paste } from "./rig/handing";
import { ask, type Reply } from "./rig/http";
import { owner, serveSite, sessionOf } from "./rig/site";
import { expect, test } from "./rig/test";

const server = serveSite({ WARM_UP: "on" });

type File = { id: number; name: string; url: string; team: string; altText: string };
const files = (query = "") => owner(server).get<File[]>(`/admin/attachments?size=100&sort=id,asc${query}`);

test.describe("files of a signed-in browser", () => {
  const form = (bytes: Buffer) => ({
    "content-type": "multipart/form-data; boundary=xyz",
    body: Buffer.concat([
      Buffer.from(`--xyz\r\ncontent-disposition: form-data; name="files"; filename="a.txt"\r\n\r\n`),
      bytes,
      Buffer.from("\r\n--xyz--\r\n"),
    ]),
  });
  const send = (headers: Record<string, string>, bytes = Buffer.from("A text."), path = "/admin/upload") => {
    const { body, ...type } = form(bytes);
    return ask(server, path, { method: "POST", headers: { ...type, ...headers }, body });
  };
  const said = ({ text }: Reply) =>
    JSON.parse(text) as { ok: boolean; data?: File[]; error?: { code: string; message: string } };

  test("are taken from this site's own pages, and from nobody else", async () => {
    const cookie = await sessionOf(server, account);
    const own = { cookie, origin: server.origin };
    const before = (await files()).length;
    for (const [what, headers] of [
      ["another site", { cookie, origin: "https://evil.example" }],
      ["nobody says which site", { cookie }],
    ] as const)
      expect([what, (await send(headers)).status]).toEqual([what, 403]);
    for (const [what, headers] of [
      ["nobody", { origin: server.origin }],
      ["a made-up session", { cookie: "next-auth.session-token=made-up", origin: server.origin }],
      ["a token, which is the API's", { authorization: `Bearer ${owner(server).token}`, origin: server.origin }],
    ] as const) {
      const refused = await send(headers);
      expect([what, said(refused)]).toMatchObject([what, { ok: false, error: { code: "unauthenticated" } }]);
    }
    expect((await files()).length).toBe(before);

    const made = await send(own);
    expect([made.status, said(made).data?.map(({ name }) => name)]).toEqual([200, ["a.txt"]]);
    const [file] = said(made).data ?? [];
    const replaced = await send(own, Buffer.from("Another text."), `/admin/upload/${file?.id}`);
    expect(said(replaced)).toMatchObject({ ok: true, data: { id: file?.id, url: file?.url } });
    expect((await ask(server, file?.url ?? "")).text).toBe("Another text.");
    expect(said(await send(own, Buffer.from("x"), "/admin/upload/999999")).error?.code).toBe("not_found");
    expect((await ask(server, "/admin/upload", { headers: { cookie } })).status).toBe(404);
  });

  test("are kept once, however often their answer is lost", async () => {
    const own = { cookie: await sessionOf(server, account), origin: server.origin };
    const before = (await files()).length;
    const key = { "idempotency-key": createHash("sha256").update("one").digest("hex") };
    const [first, second] = [await send({ ...own, ...key }), await send({ ...own, ...key })];
    expect(said(second)).toEqual(said(first));
    expect((await files()).length).toBe(before + 1);
  });

  test("that are refused are so in a sentence, and leave nothing behind", async () => {
    const own = { cookie: await sessionOf(server, account), origin: server.origin };
    const before = (await files()).length;
    const empty = await send(own, Buffer.alloc(0));
    expect(said(empty).error?.message).toBe("This file is empty.");
    const program = await send(own, Buffer.from("\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0"));
    expect(said(program).error?.message).toContain("cannot be uploaded");
    expect((await files()).length).toBe(before);
  });
});

test("an editor's pictures: dropped, put into a team, shown in a post, replaced, and not deleted by mistake", async ({
  open,
}) => {
  const ada = owner(server);
  const page = await open({ viewport: { width: 1280, height: 900 } });
  await enter(page, server, "/admin/media");
  const tray = page.getByRole("region", { name: "Uploads" });
  const small = await aJpeg({ width: 90, height: 60 });
  const before = (await files()).length;

  const harbour = Array.from({ length: 30 }, (_, n) => ({
    name: `harbour ${String(n).padStart(2, "0")}.jpg`,
    // Each is another file.
    bytes: Buffer.concat([small, Buffer.from([n])]),
  }));
  await drop(page.locator("main"), harbour);
  await expect(tray.getByRole("status")).toContainText("30 files uploaded");
  expect((await files()).length).toBe(before + 30);
  await expect(page.getByRole("button", { name: "Details of “harbour 29.jpg”" })).toBeVisible();
  await expectSound(page, "the tray with what has arrived");
  await tray.getByRole("button", { name: "Close" }).click();
  await expect(tray).toBeHidden();

  await drop(page.locator("main"), [
    { name: "empty.jpg", bytes: Buffer.alloc(0) },
    { name: "lie.jpg", bytes: Buffer.from("\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0") },
    { name: "bomb.png", bytes: aBomb() },
    { name: "good.jpg", bytes: small },
  ]);
  await expect(tray.getByRole("status")).toContainText("1 file uploaded 3 refused");
  const row = (name: string) => tray.getByRole("listitem").filter({ hasText: name });
  await expect(row("empty.jpg")).toContainText("This file is empty.");
  await expect(row("lie.jpg")).toContainText("Files of this kind cannot be uploaded here.");
  await expect(row("bomb.png")).toContainText("A picture may have at most 64 million pixels.");
  await expectSound(page, "the tray with refusals");
  await tray.getByRole("button", { name: "Close" }).click();

  await page.getByRole("searchbox", { name: "Find by name or words" }).fill("harbour");
  await expect(page).toHaveURL(/keyword=harbour/);
  await expect(page.getByRole("button", { name: "Details of “good.jpg”" })).toBeHidden();
  await page.getByRole("checkbox", { name: "Select this page" }).check();
  await page.getByRole("toolbar").getByRole("button", { name: "Group …" }).click();
  await page.getByRole("dialog").getByLabel("Group", { exact: true }).fill("Harbour");
  await expectSound(page, "the dialog of a team");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("30 files changed their group.")).toBeVisible();
  expect((await files("&team=Harbour")).length).toBe(30);

  await page.goto(server.url("/admin/posts/new"));
  await awake(page);
  await page.getByRole("textbox", { name: "Title", exact: true }).fill("In the harbour");
  await page.getByRole("button", { name: "Image", exact: true }).click();
  const picker = page.getByRole("dialog", { name: "Choose pictures" });
  await picker.getByLabel("Group").selectOption("Harbour");
  await picker.getByRole("button", { name: "Choose these 30" }).click();
  await expect(picker.getByRole("button", { name: "Use 30 pictures" })).toBeEnabled();
  await picker.getByRole("button", { name: "Choose none" }).click();
  const options = picker.getByRole("listbox").getByRole("option");
  await options.nth(2).click();
  await options.nth(5).click({ modifiers: ["Shift"] });
  await expect(picker.getByRole("button", { name: "Use 4 pictures" })).toBeEnabled();
  await picker.getByRole("button", { name: "Choose these 30" }).click();
  await picker.getByRole("button", { name: "Choose none" }).click();
  await picker.getByRole("option", { name: "harbour 07.jpg" }).click();
  await picker.getByRole("option", { name: "harbour 10.jpg" }).click();
  await expectSound(page, "the picker");
  await picker.getByRole("button", { name: "Use 2 pictures" }).click();
  await expect(picker).toBeHidden();
  await expect(page.locator(".cm-content")).toContainText("![](/uploads/");
  await page.getByRole("button", { name: "Cover: choose" }).click();
  await page.getByRole("option", { name: "harbour 08.jpg" }).dblclick();
  await expect(page.getByRole("button", { name: "Cover: change" })).toBeVisible();
  await expect(page.getByText("Saved", { exact: false }).first()).toBeVisible();
  const post = async () =>
    (await ada.get<{ id: number; title: string; thumbnail: string; slug: string }[]>("/admin/posts")).find(
      ({ title }) => title === "In the harbour",
    );
  await expect.poll(async () => (await post())?.thumbnail ?? "").toContain("/uploads/");
  const { id = 0, slug = "" } = (await post()) ?? {};
  await ada.status(id, "PUBLISHED");
  const shown = async () => (await ask(server, `/archives/${slug}`)).text;
  const address = /src="(\/uploads\/[^"?]+harbour-07\.jpg\?v=\w+)"/;
  const [, first = ""] = address.exec(await shown()) ?? [];
  const bytes = async (url: string) => (await ask(server, url)).bytes;
  const firstBytes = await bytes(first);
  expect(firstBytes.byteLength).toBeGreaterThan(100);
  // Several pictures at once are a gallery.
  expect(await shown()).toMatch(/<div class="gallery"><figure>.*harbour-07\.jpg.*<figure>.*harbour-10\.jpg/);

  await page.goto(server.url("/admin/media?keyword=harbour+07"));
  await awake(page);
  await page.getByRole("button", { name: "Details of “harbour 07.jpg”" }).click();
  const drawer = page.getByRole("dialog", { name: "harbour 07.jpg" });
  await expect(drawer.getByRole("link", { name: "In the harbour" })).toHaveAttribute("href", `/admin/posts/${id}`);
  await expectSound(page, "the drawer");
  await drawer.getByLabel("What it shows").fill("Boats in fog");
  await drawer.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("“harbour 07.jpg” saved.")).toBeVisible();
  const other = await aJpeg({ width: 300, height: 60 });
  await drawer.locator("input[type=file]").setInputFiles({ name: "other.jpg", mimeType: "image/jpeg", buffer: other });
  await expect(page.getByText("“harbour 07.jpg” is replaced.")).toBeVisible();
  // The page is made anew, with another address of the same file.
  await expect.poll(async () => address.exec(await shown())?.[1]).not.toBe(first);
  const [, second = ""] = address.exec(await shown()) ?? [];
  expect((await bytes(second)).equals(firstBytes)).toBe(false);
  expect(await shown()).toContain('width="300" height="60"');

  await drawer.getByRole("button", { name: "Delete" }).click();
  const refused = page.getByRole("dialog", { name: "This file is used" });
  await expect(refused.getByRole("link", { name: "In the harbour" })).toBeVisible();
  await expectSound(page, "the refusal with usages");
  await refused.getByRole("button", { name: "Cancel" }).click();
  expect((await files("&keyword=harbour%2007")).map(({ altText }) => altText)).toEqual(["Boats in fog"]);

  await page.goto(server.url("/admin/media?keyword=harbour+09"));
  await awake(page);
  await page.getByRole("button", { name: "Actions for “harbour 09.jpg”" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const deleted = message(page, "The file is deleted.");
  await expect(deleted).toBeVisible();
  expect(await files("&keyword=harbour%2009")).toEqual([]);
  await deleted.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => files("&keyword=harbour%2009")).toHaveLength(1);
  await expect(page.getByRole("button", { name: "Actions for “harbour 09.jpg”" })).toBeVisible();
});

test("the grid by keyboard alone: to a file, its details and back, selected, into a team, taken back", async ({
  open,
}) => {
  const ada = owner(server);
  for (const name of ["key a.txt", "key b.txt", "key c.txt"]) await ada.upload(name, Buffer.from(name));
  const page = await open({ viewport: { width: 1280, height: 900 } });
  await enter(page, server, "/admin/media?keyword=key");
  const keys = async (...pressed: string[]) => {
    for (const key of pressed) await page.keyboard.press(key);
  };
  const file = (name: string) => page.getByRole("button", { name: `Details of “${name}”` });
  await keys("j");
  await expect(file("key c.txt")).toBeFocused();
  await keys("j");
  await expect(file("key b.txt")).toBeFocused();
  await keys("e");
  await expect(page.getByRole("dialog", { name: "key b.txt" })).toBeVisible();
  await keys("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(file("key b.txt")).toBeFocused();
  await keys("x", "k", "x");
  await expect(page.getByRole("toolbar").getByRole("status")).toContainText("2 selected");
  await page.getByRole("toolbar").getByRole("button", { name: "Group …" }).press("Enter");
  await expect(page.getByRole("dialog").getByLabel("Group", { exact: true })).toBeFocused();
  await page.keyboard.type("Keys");
  await keys("Enter");
  await expect(page.getByText("2 files changed their group.")).toBeVisible();
  expect((await files("&team=Keys")).map(({ name }) => name)).toEqual(["key b.txt", "key c.txt"]);
  await page.getByRole("button", { name: "Undo" }).press("Enter");
  await expect.poll(async () => (await files("&team=Keys")).length).toBe(0);
});

test("a lost connection is said, and the upload goes on with what was left", async ({ openUnwatched }) => {
  const page = await openUnwatched();
  await enter(page, server, "/admin/media");
  await page.context().setOffline(true);
  await drop(page.locator("main"), [
    { name: "lost 1.txt", bytes: Buffer.from("1") },
    { name: "lost 2.txt", bytes: Buffer.from("2") },
    { name: "lost 3.txt", bytes: Buffer.from("3") },
    { name: "lost 4.txt", bytes: Buffer.from("4") },
  ]);
  const tray = page.getByRole("region", { name: "Uploads" });
  await expect(tray.getByRole("alert")).toContainText("The connection was lost.");
  await expectSound(page, "the tray without a connection");
  await page.context().setOffline(false);
  await expect(tray.getByRole("status")).toContainText("4 files uploaded");
  // Several travel at the same time, so any may be first.
  expect((await files("&keyword=lost")).map(({ name }) => name).sort()).toEqual(
    [1, 2, 3, 4].map((n) => `lost ${n}.txt`),
  );
});

test("a file that is too large never travels", async ({ open }) => {
  const ada = owner(server);
  await ada.must(200, "PUT", "/admin/options/batch", [{ key: "attachment_max_size", value: "2097152" }]);
  const page = await open();
  await enter(page, server, "/admin/media");
  const sent: string[] = [];
  page.on("request", (request) => request.url().endsWith("/admin/upload") && sent.push(request.url()));
  await page
    .locator("input[type=file]")
    .first()
    .setInputFiles({ name: "large.bin", mimeType: "application/zip", buffer: Buffer.alloc(2_200_000) });
  await expect(page.getByRole("region", { name: "Uploads" })).toContainText(
    "This file has 2.1 MB; one may have 2 MB at most. It was not sent.",
  );
  expect(sent).toEqual([]);
  await ada.must(200, "PUT", "/admin/options/batch", [{ key: "attachment_max_size", value: "52428800" }]);
});

test("pictures that are pasted and dropped into a text stand where they were put, while it is written on", async ({
  open,
}) => {
  const page = await open({ viewport: { width: 1280, height: 900 } });
  await enter(page, server, "/admin/posts/new");
  const text = page.locator(".cm-content");
  await page.getByRole("textbox", { name: "Title", exact: true }).fill("Pasted");
  await text.click();
  await page.keyboard.type("Before.");
  // Held, so that the text is written on meanwhile.
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route("**/admin/upload", async (route) => {
    await held;
    await route.continue();
  });
  const picture = await aJpeg({ width: 90, height: 60 });
  await paste(text, [
    { name: "one.jpg", bytes: Buffer.concat([picture, Buffer.from([1])]) },
    { name: "two.jpg", bytes: Buffer.concat([picture, Buffer.from([2])]) },
  ]);
  await expect(page.getByRole("progressbar", { name: "Upload of one.jpg" })).toBeVisible();
  await page.keyboard.type("After.");
  await expectSound(page, "a text with uploads");
  letGo();
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  const written = async () =>
    (await text.innerText())
      .replace(/\u200b/g, "")
      .replace(/\n{2,}/g, "\n")
      .trim()
      .split("\n");
  expect(await written()).toEqual([
    "Before.",
    expect.stringMatching(/^!\[\]\(\/uploads\/[^)]+\/one\.jpg\)$/),
    expect.stringMatching(/^!\[\]\(\/uploads\/[^)]+\/two\.jpg\)$/),
    "After.",
  ]);
  await drop(text, [{ name: "empty.jpg", bytes: Buffer.alloc(0) }]);
  await expect(page.locator(".editor-upload")).toContainText("This file is empty.");
  await page.locator(".editor-upload").getByRole("button", { name: "Leave out" }).click();
  await expect(page.locator(".editor-upload")).toHaveCount(0);
  expect((await written()).length).toBe(4);
});

test("photos: added from the picker, put in order by keyboard and by dragging, with the camera's time and place", async ({
  open,
}) => {
  const ada = owner(server);
  for (const n of [1, 2, 3])
    await ada.upload(`dune ${n}.jpg`, Buffer.concat([await aJpeg({ width: 100 + n, height: 60, exif: cameraExif })]));
  const page = await open({ viewport: { width: 1280, height: 900 } });
  await enter(page, server, "/admin/photos");
  await expectSound(page, "no photos");
  await page.getByRole("button", { name: "Add photos" }).click();
  const picker = page.getByRole("dialog", { name: "Choose pictures" });
  await picker.getByRole("searchbox").fill("dune");
  // The teams to choose from are options as well.
  await expect(picker.getByRole("listbox").getByRole("option")).toHaveCount(3);
  await picker.getByRole("option", { name: "dune 3.jpg" }).focus();
  for (const key of ["Space", "ArrowRight", "Space", "ArrowRight", "Space"]) await page.keyboard.press(key);
  await picker.getByRole("button", { name: "Use 3 pictures" }).press("Enter");
  await expect(page.getByText("3 photos added.")).toBeVisible();
  await expect(picker).toBeHidden();
  const order = async () =>
    (await ada.get<{ name: string; team: string }[]>("/content/photos")).map(({ name }) => name);
  await expect(page.getByRole("button", { name: /^Edit “dune/ })).toHaveCount(3);
  const begun = await order();
  expect([...begun].sort()).toEqual(["dune 1", "dune 2", "dune 3"]);
  const [first = "", second = "", third = ""] = begun;
  await page.getByRole("button", { name: `Move “${first}” later` }).press("Enter");
  await expect.poll(order).toEqual([second, first, third]);
  await expect(page.getByRole("button", { name: `Move “${first}” later` })).toBeFocused();
  const tile = (name: string) => page.locator("li[draggable]").filter({ hasText: name });
  await tile(third).dragTo(tile(second), { targetPosition: { x: 10, y: 60 } });
  await expect.poll(order).toEqual([third, second, first]);
  await page.locator("[data-toast][data-front=true]", { hasText: third }).getByRole("button", { name: "Undo" }).click();
  await expect.poll(order).toEqual([second, first, third]);

  await page.getByRole("button", { name: `Edit “${first}”` }).click();
  const dialog = page.getByRole("dialog", { name: "Edit photo" });
  await expect(dialog.getByLabel("Place")).toHaveValue("");
  await dialog.getByRole("button", { name: "Take time and place from the picture" }).click();
  await expect(dialog.getByLabel("Place")).toHaveValue("-41.50000, 174.76000");
  await dialog.getByLabel("Group").fill("Dunes");
  await expectSound(page, "the form of a photo");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("region", { name: "Dunes" })).toContainText("-41.50000, 174.76000");
  await expectSound(page, "the wall");
});

test("photos are filtered by their group, those without one too", async ({ open }) => {
  const ada = owner(server);
  const { url } = await ada.upload("filtered.jpg", await aJpeg({ width: 90, height: 61 }));
  for (const [name, team] of [
    ["with", "Filtered"],
    ["without", ""],
  ])
    await ada.must(201, "POST", "/admin/photos", { name, team, url, thumbnail: "" });
  const page = await open({ viewport: { width: 1280, height: 900 } });
  await enter(page, server, "/admin/photos");
  const group = page.getByRole("combobox", { name: "Group" });
  const headings = page.locator("main section h2");
  await expect(group).toHaveValue("");
  await expect(headings.filter({ hasText: "Filtered" })).toBeVisible();
  await group.selectOption("Without a group");
  await expect(page).toHaveURL(/\?team=$/);
  await expect(headings).toHaveCount(1);
  await expect(headings).toContainText("Without a group");
  await group.selectOption("Filtered");
  await expect(headings).toHaveText(/^Filtered/);
});

test("pictures that are dropped on the photos are uploaded, and put on the wall", async ({ open }) => {
  const ada = owner(server);
  const page = await open({ viewport: { width: 1280, height: 900 } });
  await enter(page, server, "/admin/photos");
  const [one, two] = await Promise.all([130, 131].map((width) => aJpeg({ width, height: 60 })));
  await drop(page.locator("main"), [
    { name: "gull 1.jpg", bytes: one ?? Buffer.alloc(0) },
    { name: "gull 2.jpg", bytes: two ?? Buffer.alloc(0) },
  ]);
  const picker = page.getByRole("dialog", { name: "Choose pictures" });
  await picker.getByRole("button", { name: "Use 2 pictures" }).click();
  await expect(page.getByText("2 photos added.")).toBeVisible();
  expect(
    (await ada.get<{ name: string }[]>("/content/photos"))
      .map(({ name }) => name)
      .filter((name) => name.startsWith("gull"))
      .sort(),
  ).toEqual(["gull 1", "gull 2"]);
});

test("a photo that is dragged while the connection is lost goes back to its place, and it is said", async ({
  openUnwatched,
}) => {
  const ada = owner(server);
  for (const n of [1, 2, 3])
    await ada.must(201, "POST", "/admin/photos", {
      name: `shore ${n}`,
      url: `https://pictures.example/${n}.jpg`,
      thumbnail: "",
      team: "Shore",
    });
  const page = await openUnwatched({ viewport: { width: 1280, height: 900 } });
  await enter(page, server, "/admin/photos?team=Shore");
  const tiles = page.getByRole("region", { name: "Shore" }).locator("li[draggable]");
  const tile = (name: string) => tiles.filter({ hasText: name });
  const shown = () => tiles.locator("span[title]:first-of-type").allTextContents();
  const stored = async () =>
    (await ada.get<{ name: string; team: string }[]>("/content/photos"))
      .filter(({ team }) => team === "Shore")
      .map(({ name }) => name);
  const before = await stored();
  const [first = "", second = "", third = ""] = before;
  expect(await shown()).toEqual(before);
  const dragLastToFront = () => tile(third).dragTo(tile(first), { targetPosition: { x: 8, y: 60 } });
  await tile(second).getByRole("checkbox").check();

  await page.context().setOffline(true);
  await dragLastToFront();
  await expect(message(page, "The site did not answer, so the move is not confirmed.")).toBeVisible();
  await expect.poll(shown).toEqual(before);
  await expect(tile(second).getByRole("checkbox")).toBeChecked();
  await page.context().setOffline(false);
  expect(await stored()).toEqual(before);

  // The move arrives, and only its answer is lost: the wall shows what is stored.
  await page.route("**/admin/photos**", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    await route.fetch();
    return route.abort();
  });
  const answered = page.waitForEvent("requestfailed", (request) => request.method() === "POST");
  await dragLastToFront();
  await answered;
  await expect(message(page, "The site did not answer, so the move is not confirmed.")).toBeVisible();
  await expect.poll(shown).toEqual([third, first, second]);
  expect(await stored()).toEqual([third, first, second]);
  await expect(tile(second).getByRole("checkbox")).toBeChecked();
});
