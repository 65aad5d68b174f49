import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openMediaFolder } from "./media-folder";

let place = "";
beforeEach(() => {
  place = realpathSync(mkdtempSync(join(tmpdir(), "media-")));
});
afterEach(() => rmSync(place, { recursive: true }));

/** Writes empty files that hold their own path. */
function write(...paths: string[]): void {
  for (const path of paths) {
    mkdirSync(dirname(join(place, path)), { recursive: true });
    writeFileSync(join(place, path), path);
  }
}

/** What stands in the file that is found. */
async function found(folder: string, address: string): Promise<string | null> {
  const finder = await openMediaFolder(join(place, folder));
  const file = await finder.find(address);
  const content = file && (await text(await file.open()));
  expect(file?.size).toBe(content === null ? undefined : Buffer.byteLength(content));
  await finder.close();
  return content;
}

const lake = "site/wp-content/uploads/2021/05/lake.png";
const address = "https://old.example/wp-content/uploads/2021/05/lake.png";

it.each(["site", "site/wp-content", "site/wp-content/uploads", "site/wp-content/uploads/2021", ""])(
  "finds a file in the folder of uploads, above it and below it: %j",
  async (folder) => {
    write(lake, "site/wp-content/uploads/2020/05/lake.png");
    expect(await found(folder, address)).toBe(lake);
    expect(await found(folder, "//old.example/blog/wp-content/uploads/2021/05/lake.png?w=300#x")).toBe(lake);
    expect(await found(folder, "/wp-content/uploads/2022/05/lake.png")).toBeNull();
  },
);

it("finds it in a copy of the folder with another name", async () => {
  write("copy/2021/05/lake.png", "copy/top.png");
  expect(await found("copy", address)).toBe("copy/2021/05/lake.png");
  expect(await found("", address)).toBe("copy/2021/05/lake.png");
  expect(await found("copy", "/wp-content/uploads/top.png")).toBe("copy/top.png");
  // One level deeper, a name alone says too little.
  expect(await found("", "/wp-content/uploads/top.png")).toBeNull();
});

it.each([
  ["/content/images/2023/01/a.png", "content/images/2023/01/a.png"],
  ["/content/media/2023/01/a.png", "content/media/2023/01/a.png"],
  ["/content/images/size/w600/2023/01/a.png", "content/images/2023/01/a.png"],
  ["/content/images/size/w600h400/format/webp/2023/01/a.png", "content/images/2023/01/a.png"],
  ["/content/images/2023/01/only-there.png", null],
])("keeps Ghost's folders apart: %s", async (wanted, path) => {
  write("content/images/2023/01/a.png", "content/media/2023/01/a.png", "content/media/2023/01/only-there.png");
  expect(await found("", wanted)).toBe(path);
  expect(await found("content", wanted)).toBe(path);
});

it("prefers the file with its mark of size to the one without, and that to a scaled one", async () => {
  const [small, whole, scaled] = ["lake-300x200.png", "lake.png", "lake-scaled.png"].map(
    (name) => `upload/2021/05/${name}`,
  );
  const asked = "/upload/2021/05/lake-300x200.png";
  write(scaled ?? "");
  expect(await found("upload", asked)).toBe(scaled);
  write(whole ?? "");
  expect(await found("upload", asked)).toBe(whole);
  expect(await found("upload", "/upload/2021/05/lake-thumbnail.png")).toBe(whole);
  expect(await found("upload", "/upload/2021/05/lake-scaled.png")).toBe(scaled);
  write(small ?? "");
  expect(await found("upload", asked)).toBe(small);
});

it("does not mind percent-encoding, letter case and normal forms, but prefers what is written", async () => {
  write("uploads/2021/湖 über.png", "uploads/2021/%E6%B9%96.png", "uploads/2021/A.PNG", "uploads/2021/50%.png");
  expect(await found("", "/uploads/2021/%e6%b9%96%20u%CC%88ber.png")).toBe("uploads/2021/湖 über.png");
  expect(await found("", "/uploads/2021/%E6%B9%96.png")).toBe("uploads/2021/%E6%B9%96.png");
  expect(await found("", "/uploads/2021/a.png")).toBe("uploads/2021/A.PNG");
  expect(await found("", "/uploads/2021/50%.png")).toBe("uploads/2021/50%.png");
  write("uploads/2021/a.png");
  expect(await found("", "/uploads/2021/a.png")).toBe("uploads/2021/a.png");
  expect(await found("", "/uploads/2021/A.PNG")).toBe("uploads/2021/A.PNG");
});

it("finds a site of a network, and files outside of any folder of uploads by their whole path", async () => {
  write("uploads/2021/a.png", "assets/pic.png", "far/away/pic.png");
  expect(await found("uploads", "/wp-content/uploads/sites/3/2021/a.png")).toBe("uploads/2021/a.png");
  expect(await found("", "/assets/pic.png")).toBe("assets/pic.png");
  expect(await found("", "/pic.png")).toBeNull();
  expect(await found("", "/images/pic.png")).toBeNull();
});

it("opens nothing outside of its folder, and follows no symbolic link", async () => {
  write("secret.png", "site/uploads/x.png", "elsewhere/uploads/2021/y.png");
  symlinkSync(join(place, "secret.png"), join(place, "site/uploads/secret.png"));
  symlinkSync(join(place, "elsewhere/uploads/2021"), join(place, "site/uploads/2021"));
  for (const asked of ["../secret.png", "/uploads/../../secret.png", "/uploads/secret.png", "/uploads/2021/y.png"])
    expect(await found("site", asked)).toBeNull();
  for (const asked of [
    "",
    "/",
    "#a",
    "data:image/png;base64,AA",
    "mailto:x@uploads/x.png",
    "/uploads/a%00.png",
    "/uploads/a%5cx.png",
  ])
    expect(await found("site", asked)).toBeNull();
  expect(await found("site", "/a/../uploads/./x.png")).toBe("site/uploads/x.png");
});

it("does not open a file that has become a link since it was found", async () => {
  write("secret.png", "uploads/x.png");
  const file = await (await openMediaFolder(join(place, "uploads"))).find("/uploads/x.png");
  rmSync(join(place, "uploads/x.png"));
  symlinkSync(join(place, "secret.png"), join(place, "uploads/x.png"));
  await expect(file?.open()).rejects.toThrow("The file x.png is not there any more.");
});

it("refuses what is no folder", async () => {
  write("a.png");
  await expect(openMediaFolder(join(place, "none"))).rejects.toThrow(`There is no folder ${join(place, "none")}.`);
  await expect(openMediaFolder(join(place, "a.png"))).rejects.toThrow("is not a folder");
});
