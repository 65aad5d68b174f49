import { beforeEach, describe, expect, it } from "vitest";
import { options } from "../../../db/schema";
import { collectReads } from "../../core/cache-keys";
import { visitor } from "../../core/access";
import { engine } from "../../core/operation";
import { draftAt, isDraftAddress } from "../../services/settings/drafts";
import { readOptions } from "../../services/settings/reading";
import { aToken, call } from "../../testing/api";
import { anAdmin, anEditor } from "../../testing/actors";
import { faults } from "../../testing/factories";
import { aPng } from "../../testing/pictures";
import { freshDatabase, stored } from "../../testing/setup";
import { footerHtml } from "../site/footer";
import { getSite } from "../site/queries";
import { getIcon } from "./icon";
import { setOptions } from "./mutations";
import { previewAppearance } from "./preview";

beforeEach(() => freshDatabase());

describe("a preview of the appearance", () => {
  it("is for those who manage options, takes options of the appearance alone, and stores nothing", async () => {
    const admin = await anAdmin();
    await expect(previewAppearance(await anEditor(), {})).rejects.toMatchObject({ code: "forbidden" });
    await expect(previewAppearance(visitor, {})).rejects.toMatchObject({ code: "unauthenticated" });
    expect(await faults(previewAppearance(admin, { site_accent: "#ff0000" }))).toEqual(["site_accent wrong_value"]);
    expect(await faults(previewAppearance(admin, { site_url: "https://evil.example" }))).toEqual(["site_url unknown"]);
    expect(await faults(previewAppearance(admin, { site_icon: "https://evil.example/a.png" }))).toEqual([
      "site_icon wrong_value",
    ]);
    await previewAppearance(admin, { site_accent: "sea", code_head: "<script>1</script>" });
    expect(await stored().select().from(options)).toEqual([]);
    expect((await getSite(visitor, {})).accent).toBe("brick");
  });

  it("is at an address of its own for a quarter of an hour, with the page that follows it", async () => {
    const { path, expireTime } = await previewAppearance(await anAdmin(), { home_layout: "list" });
    expect(isDraftAddress(path)).toBe(true);
    expect(expireTime.getTime() - Date.now()).toBeLessThanOrEqual(15 * 60_000);
    expect(draftAt(path)).toEqual({ options: { home_layout: "list" }, path, page: "/" });
    expect(draftAt(`${path}/archives/a?reply=1`)?.page).toBe("/archives/a?reply=1");
    expect(draftAt(`${path}x/archives/a`)).toBeNull();
    expect(draftAt(`/preview/look/${"A".repeat(43)}/`)).toBeNull();
  });

  it("holds for what is made with it, and for nothing else", async () => {
    const made = () => Promise.all([getSite(visitor, {}), readOptions(stored())]);
    const drafted = { site_accent: "pine", site_footer: "*Tried*" } as const;
    const { result } = await collectReads(made, { drafted });
    expect([result[0].accent, result[0].footer, result[1].site_accent]).toEqual([
      "pine",
      "<p><em>Tried</em></p>",
      "pine",
    ]);
    const [site, known] = await made();
    expect([site.accent, site.footer, known.site_accent]).toEqual(["brick", "", "look"]);
  });
});

describe("the text at the foot", () => {
  it("is Markdown, made safe", async () => {
    const admin = await anAdmin();
    const text = "© *Jane* [Imprint](/imprint) <script>alert(1)</script> [x](javascript:alert(1))";
    await setOptions(admin, { items: [{ key: "site_footer", value: text }] });
    const { footer } = await getSite(visitor, {});
    expect(footer).toContain('<a href="/imprint">Imprint</a>');
    expect(footer).toContain("<em>Jane</em>");
    expect(footer).not.toMatch(/<script|javascript:/);
    await setOptions(admin, { items: [{ key: "site_footer", value: "Other" }] });
    expect((await getSite(visitor, {})).footer).toBe("<p>Other</p>");
  });

  it("is not that of a page which had read the options before they changed", async () => {
    const { reader } = engine();
    expect(await Promise.all(["Before", "After"].map((text) => footerHtml(reader, text)))).toEqual([
      "<p>Before</p>",
      "<p>After</p>",
    ]);
  });
});

describe("the icon", () => {
  const upload = async (name: string, bytes: Buffer | string): Promise<string> => {
    const body = new FormData();
    body.append("files", new Blob([bytes as never]), name);
    const { list } = await call("POST", "/admin/attachments", { token: (await aToken("AUTHOR")).token, body });
    return (list[0] as { url: string }).url;
  };

  it("is made in all sizes of one uploaded picture, whole and square", async () => {
    const admin = await anAdmin();
    const value = await upload("wide.png", await aPng(300, 100));
    await setOptions(admin, { items: [{ key: "site_icon", value }] });
    expect((await getSite(visitor, {})).hasIcon).toBe(true);
    const sizes = [16, 180, 512] as const;
    const icons = await getIcon(visitor, { sizes: [...sizes] });
    for (const [index, icon] of icons.entries()) {
      // A PNG's signature, its size, and the type of its colours, whose third bit is transparency.
      expect(icon.toString("latin1", 1, 4)).toBe("PNG");
      expect([icon.readUInt32BE(16), icon.readUInt32BE(20)]).toEqual([sizes[index], sizes[index]]);
      // Telephones paint black behind what is transparent.
      expect((icon.readUInt8(25) & 4) !== 0).toBe(sizes[index] !== 180);
    }
    await expect(getIcon(visitor, { sizes: [17 as 16] })).rejects.toMatchObject({ code: "invalid" });
  });

  it("is refused where none can be made: a drawing, a text, and what is elsewhere", async () => {
    const admin = await anAdmin();
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>';
    const addresses = ["https://other.example/a.png", "/uploads/2026/11/none000000000000/a.png"];
    addresses.push(await upload("a.svg", svg), await upload("a.txt", "Text"));
    for (const value of addresses)
      expect([value, await faults(setOptions(admin, { items: [{ key: "site_icon", value }] }))]).toEqual([
        value,
        ["items.0.value wrong_value"],
      ]);
    await expect(getIcon(visitor, { sizes: [32] })).rejects.toMatchObject({ code: "not_found" });
  });
});
