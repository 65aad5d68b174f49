import { aJpeg } from "../lib/testing/pictures";
import { account, type Api } from "./rig/api";
import { enter, expectSound, message, openPage } from "./rig/desk";
import { drop, paste } from "./rig/handing";
import { owner, serveSite } from "./rig/site";
import { expect, test } from "./rig/test";

const server = serveSite();
let api: Api;

test.describe.configure({ mode: "serial" });

test.beforeAll(() => {
  api = owner(server);
});

test("a note is written at the top, previewed and posted, and visitors read it", async ({ open }) => {
  const page = await open();
  await enter(page, server, "/admin/journals");
  await expect(page.getByText("Nothing has been noted yet.")).toBeVisible();
  await expectSound(page, "the empty journal");
  await page.getByRole("button", { name: "Write a note" }).click();
  const note = page.getByRole("form", { name: "Write a note" });
  await note.getByRole("textbox").fill("The press ran *all night*.");
  await note.getByRole("button", { name: "Preview" }).click();
  await expect(note.getByRole("region", { name: "Preview" }).locator("em")).toHaveText("all night");
  await note.getByRole("button", { name: "Go on writing" }).click();
  await note.getByRole("textbox").press("Control+Enter");
  await expect(page.getByText("Posted.")).toBeVisible();
  await expect(page.locator("[data-row] em")).toHaveText("all night");
  await expect(note.getByRole("textbox")).toHaveValue("");
  await expect(note.getByRole("textbox")).toBeFocused();
  await expectSound(page, "the journal");
  const reader = await open();
  await reader.goto(server.url("/journals"));
  await expect(reader.locator("em")).toHaveText("all night");
});

test("pictures come into a note by paste, by drop and by the picker, where the cursor is", async ({ open }) => {
  const page = await open();
  await enter(page, server, "/admin/journals");
  await page.getByRole("button", { name: "Write a note" }).click();
  const note = page.getByRole("form", { name: "Write a note" });
  const text = note.getByRole("textbox");
  await text.fill("Before.");
  await paste(text, [{ name: "pasted.jpg", bytes: await aJpeg({ width: 40, height: 30 }) }]);
  await expect(text).toHaveValue(/^Before\.\n\n!\[\]\(\/uploads\/\S+\.jpg\)\n$/);
  await drop(text, [
    { name: "dropped.jpg", bytes: await aJpeg({ width: 50, height: 30 }) },
    { name: "a-lie.jpg", bytes: Buffer.alloc(0) },
  ]);
  const way = note.getByRole("region", { name: "Pictures on their way" });
  await expect(way.getByRole("listitem")).toHaveText([/a-lie\.jpg.*empty/]);
  await expectSound(page, "a note with a picture that was refused");
  await way.getByRole("button", { name: "Leave out a-lie.jpg" }).click();
  await note.getByRole("button", { name: "Picture" }).click();
  const picker = page.getByRole("dialog", { name: "Choose pictures" });
  await picker.getByRole("option", { name: "pasted.jpg" }).click();
  await picker.getByRole("button", { name: "Use 1 picture" }).click();
  await expect(note.getByRole("button", { name: "Picture" })).toBeFocused();
  expect((await text.inputValue()).match(/!\[\]\(\/uploads\//g)).toHaveLength(3);
  await note.getByRole("button", { name: "Post" }).click();
  await expect(page.locator("[data-row] img")).toHaveCount(3);
  await note.getByRole("button", { name: "Cancel" }).click();
  const remove = async () => {
    await page
      .locator("[data-row]")
      .first()
      .getByRole("button", { name: /^Actions for/ })
      .click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await expect(page.locator("[data-row] img")).toHaveCount(0);
  };
  await remove();
  await message(page, "Deleted.").getByRole("button", { name: "Undo" }).click();
  await expect(page.locator("[data-row] img")).toHaveCount(3);
  await remove();
});

test("a note is changed where it stands, by keyboard, and made private", async ({ open }) => {
  const page = await open();
  await enter(page, server, "/admin/journals");
  await page.keyboard.press("j");
  await page.keyboard.press("e");
  const edit = page.getByRole("form", { name: "Edit this note" });
  await expect(edit.getByRole("textbox")).toBeFocused();
  await expectSound(page, "a note being edited");
  await edit.getByRole("textbox").fill("The press stood still.");
  await edit.getByRole("combobox", { name: "Visibility" }).selectOption("Private");
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await expect(edit).toBeHidden();
  await expect(page.locator("[data-row]").filter({ has: page.locator(":focus") })).toHaveCount(1);
  await page.getByRole("link", { name: "Private 1" }).click();
  await expect(page.getByText("The press stood still.")).toBeVisible();
  const [stored] = await api.get<{ type: string }[]>("/admin/journals");
  expect(stored?.type).toBe("INTIMATE");
});

test("what has nothing to say is refused at its field; a note is deleted, taken back, and found among the deleted", async ({
  open,
}) => {
  const page = await open({ viewport: { width: 360, height: 740 } });
  await enter(page, server, "/admin/journals");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.getByRole("button", { name: "Write a note" }).click();
  const note = page.getByRole("form", { name: "Write a note" });
  await note.getByRole("textbox").fill("<!-- -->");
  await note.getByRole("button", { name: "Post" }).click();
  await expect(note.getByRole("textbox")).toHaveAttribute("aria-invalid", "true");
  await note.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Actions for “The press stood still.”" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(message(page, "Deleted.")).toBeVisible();
  await expectSound(page, "the message with Undo");
  await expect(page.getByText("Nothing has been noted yet.")).toBeVisible();

  await openPage(page, server.url("/admin/deleted"));
  await expect(page.getByText("The press stood still.")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await expectSound(page, "what was deleted");
  await page.getByRole("button", { name: "Actions for “The press stood still.”" }).click();
  await page.getByRole("menuitem", { name: "Put back" }).click();
  await expect(page.getByText("The press stood still.")).toHaveCount(0);
  await openPage(page, server.url("/admin/journals"));
  await expect(page.getByText("The press stood still.")).toBeVisible();
});

test("a note that somebody changed meanwhile is not overwritten, and both texts are there", async ({ open }) => {
  const { id } = await api.journal({ sourceContent: "As it was." });
  const page = await open();
  await enter(page, server, "/admin/journals");
  await page.keyboard.press("j");
  await page.keyboard.press("e");
  const form = page.getByRole("form", { name: "Edit this note" });
  await form.getByRole("textbox").fill("As I want it.");
  await api.must(200, "PUT", `/admin/journals/${id}`, { sourceContent: "As somebody else made it." });
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByRole("alert")).toContainText("changed elsewhere meanwhile");
  await expect(form.getByRole("textbox")).toHaveValue("As I want it.");
  const note = form.getByRole("region", { name: "Changed meanwhile" });
  await expect(note).toContainText("As somebody else made it.");
  await expectSound(page, "a note that was changed elsewhere");
  expect(await api.get(`/admin/journals/${id}`)).toMatchObject({ sourceContent: "As somebody else made it." });
  await note.getByRole("button", { name: "Load the new values" }).click();
  await expect(form.getByRole("textbox")).toHaveValue("As I want it.");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  expect(await api.get(`/admin/journals/${id}`)).toMatchObject({ sourceContent: "As I want it." });
});

test("somebody whose session ended signs in where they are, and the save goes on", async ({ open }) => {
  const page = await open();
  await enter(page, server, "/admin/journals");
  await page.keyboard.press("j");
  await page.keyboard.press("e");
  const form = page.getByRole("form", { name: "Edit this note" });
  await form.getByRole("textbox").fill("Kept through a sign-in.");
  await page.context().clearCookies();
  await form.getByRole("button", { name: "Save" }).click();
  const dialog = page.getByRole("dialog", { name: "Your sign-in has ended" });
  await expect(dialog).toContainText("Nothing you typed is lost.");
  await expectSound(page, "the sign-in where somebody is");
  await dialog.getByLabel("Username or e-mail").fill(account.username);
  await dialog.getByLabel("Password").fill(account.password);
  await dialog.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/journals$/);
  await expect(page.locator("[data-row]").first()).toContainText("Kept through a sign-in.");
});

test("each of several notes on a page leads to its own footnotes and headings", async ({ open }) => {
  const ids: number[] = [];
  for (const word of ["one", "two"]) {
    const sourceContent = `## A head\n\nSome words.[^1]\n\n[^1]: About ${word}.`;
    ids.push((await api.journal({ sourceContent })).id);
  }
  const reader = await open();
  await reader.goto(server.url("/journals"));
  for (const [i, word] of ["one", "two"].entries()) {
    const note = reader.locator(`#journal-${ids[i]}`);
    await note.locator("[data-footnote-ref]").click();
    await expect(reader.locator(":target")).toContainText(`About ${word}.`);
    await reader.keyboard.press("Escape");
  }
  const named = await reader.locator("[id]").evaluateAll((all) => all.map((each) => each.id));
  expect(new Set(named).size).toBe(named.length);
});
