import { execFile } from "node:child_process";
import { createWriteStream } from "node:fs";
import { once } from "node:events";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { aProgram } from "../../../../testing/program";
import { freshFolder } from "../testing-source";
import { head, item } from "./testing-wxr";

const MEGABYTE = 1024 * 1024;
/** More than the heap that the reader is given; ten times as much shows the same, and takes minutes. */
const [SIZE, HEAP] = [64 * MEGABYTE, 40];

/** A file of this size: posts of 50 KB, each with five comments, and pictures. */
async function made(path: string, size: number): Promise<void> {
  const out = createWriteStream(path);
  const words =
    'Lorem <strong>ipsum</strong> dolor, see <a href="https://old.example/2020/05/post-12/">that</a>.\nA second line 中文.\n\n';
  const content = words.repeat(500);
  const write = async (text: string): Promise<number> => {
    if (!out.write(text)) await once(out, "drain");
    return text.length;
  };
  let left = size - (await write(head()));
  for (let id = 1; left > 0; id += 1) {
    const comments = Array.from({ length: 5 }, (_, i) => ({
      id: id * 10 + i,
      content: `Comment ${i} of <em>somebody</em> here.`,
    }));
    const metas = { _thumbnail_id: "1", mood: "calm" };
    const more = `<wp:attachment_url>https://old.example/${id}.png</wp:attachment_url>`;
    left -= await write(
      item(id % 5 === 0 ? { id, type: "attachment", metas, more } : { id, content, comments, metas }),
    );
  }
  await write("</channel></rss>");
  out.end();
  await once(out, "finish");
}

const program = `
  import { wordpressReader } from "./lib/features/moving/readers/wordpress/reader";
  const begun = performance.now();
  const source = await wordpressReader.open({ path: process.argv[2], media: null, site: null, as: "richtext", members: "private",
    taxonomies: [], types: {}, pingbacks: false, primaryTagAsCategory: false, dialect: null, slugFrom: "file", authorMap: {} });
  let count = 0;
  for await (const record of source.records()) if (!("failed" in record)) count += 1;
  await source.close();
  console.log(JSON.stringify({ count, total: source.total, seconds: (performance.now() - begun) / 1000,
    megabytes: process.resourceUsage().maxRSS / 1024 }));
`;

type Result = { count: number; total: number; seconds: number; megabytes: number };

it("needs little more memory for a large file than for a small one", async () => {
  const folder = freshFolder();
  const file = await aProgram(program, { whole: true });
  const run = async (name: string, size: number): Promise<Result> => {
    await made(join(folder, name), size);
    const flags = ["--max-semi-space-size=4", `--max-old-space-size=${HEAP}`];
    const { stdout } = await promisify(execFile)(process.execPath, [...flags, file, join(folder, name)]);
    return JSON.parse(stdout) as Result;
  };
  const small = await run("small.xml", MEGABYTE);
  const large = await run("large.xml", SIZE);
  expect(large.count).toBe(large.total);
  expect(large.megabytes - small.megabytes).toBeLessThan(60);
});
