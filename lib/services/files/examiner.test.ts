import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Examiner } from "./examiner";

const examiner = new Examiner();
let folder = "";

beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), "broadsheet-examiner-"))));
afterAll(async () => {
  await examiner.stop();
  rmSync(folder, { recursive: true });
});

/** The peak memory of a process, in MB. */
const peakOf = (pid: string): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
/** Child processes of this one that run this program. */
function childrenOf(name: string): string[] {
  const pids = readdirSync("/proc/self/task").flatMap((task) =>
    readFileSync(`/proc/self/task/${task}/children`, "utf8").split(" ").filter(Boolean),
  );
  return pids.filter((pid) => readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(name));
}

// The memory that a small machine has left beside the server. Measured: 92 MB, and 111 to 124 where freed memory is
// kept.
it.skipIf(!existsSync("/proc/self/task"))(
  "photographs of 12 million pixels, one after the other, take no more than 105 MB",
  async () => {
    const photo = join(folder, "photo.jpg");
    const grain = {
      width: 1000,
      height: 750,
      channels: 3,
      background: "grey",
      noise: { type: "gaussian", mean: 128, sigma: 40 },
    } as const;
    await sharp({ create: grain }).resize(4000, 3000).jpeg({ quality: 92 }).toFile(photo);
    const looks = Array.from({ length: 8 }, async () => {
      const own = mkdtempSync(join(folder, "one-"));
      copyFileSync(photo, join(own, "sent"));
      return examiner.examine(join(own, "sent"), "photo.jpg", own);
    });
    for (const { mediaType, picture } of await Promise.all(looks))
      expect([mediaType, picture?.width, picture?.variants.length]).toEqual(["image/jpeg", 4000, 3]);
    const [child, ...more] = childrenOf("examine-child");
    expect(more).toEqual([]);
    expect(peakOf(child ?? "")).toBeLessThan(105);
  },
);

it.skipIf(!existsSync("/proc/self/task"))(
  "a picture that takes more memory than there is for one is refused, whatever needs it, and the next one is read",
  async () => {
    const own = () => mkdtempSync(join(folder, "one-"));
    const picture = sharp({ create: { width: 4000, height: 4000, channels: 4, background: "teal" } });
    const made = {
      // 64 bits a pixel, and its last pass reaches every line.
      "interlaced.png": picture.clone().toColourspace("rgb16").png({ progressive: true }),
      "progressive.jpg": picture.clone().jpeg({ progressive: true, chromaSubsampling: "4:4:4" }),
      "layers.avif": picture.clone().avif({ effort: 0, quality: 10, chromaSubsampling: "4:4:4" }),
    };
    const small = new Examiner({ memory: 110 * 1024 ** 2 });
    const plain = join(folder, "plain.jpg");
    await picture.clone().jpeg().toFile(plain);
    for (const [name, image] of Object.entries(made)) {
      const file = join(folder, name);
      await image.toFile(file);
      await expect(small.examine(file, name, own())).rejects.toMatchObject({
        code: "invalid",
        message: expect.stringContaining("too much memory") as string,
      });
      await expect(small.examine(plain, "plain.jpg", own())).resolves.toMatchObject({ mediaType: "image/jpeg" });
    }
    await small.stop();
  },
);

/** A JPEG of 64 million pixels in so many passes: each takes some milliseconds and 30 bytes. */
function inPasses(count: number): Buffer {
  const table = Buffer.concat([Buffer.from("ffdb004300", "hex"), Buffer.alloc(64, 1)]);
  const frame = Buffer.from("ffc2000b081f401f4001011100", "hex");
  const codes = Buffer.concat([Buffer.from("ffc4001400", "hex"), Buffer.from([1]), Buffer.alloc(16)]);
  const pass = Buffer.concat([Buffer.from("ffda0008010100000000", "hex"), Buffer.alloc(20)]);
  const passes = Array.from({ length: count }, () => pass);
  return Buffer.concat([Buffer.from("ffd8", "hex"), table, frame, codes, ...passes, Buffer.from("ffd9", "hex")]);
}

it("a file that takes long is given up in time, and the others do not wait for it", async () => {
  const patient = new Examiner({ quickTime: 1_000, time: 3_000 });
  const [slow, plain] = [join(folder, "slow.jpg"), join(folder, "plain.png")];
  writeFileSync(slow, inPasses(400_000));
  await sharp({ create: { width: 8, height: 8, channels: 3, background: "teal" } })
    .png()
    .toFile(plain);
  const ended: string[] = [];
  const examine = (file: string) =>
    patient
      .examine(file, "sent", mkdtempSync(join(folder, "one-")))
      .finally(() => ended.push(file))
      .catch((error: unknown) => error);
  const [refused, made] = await Promise.all([examine(slow), examine(plain)]);
  expect(ended).toEqual([plain, slow]);
  expect(made).toMatchObject({ mediaType: "image/png" });
  expect(refused).toMatchObject({ code: "invalid", extra: { reason: "file_slow" } });
  await patient.stop();
});

it("files beyond what may wait are refused at once, with the seconds to wait, and those in line are not", async () => {
  const busy = new Examiner({ waiting: 2 });
  const picture = join(folder, "small.png");
  await sharp({ create: { width: 8, height: 8, channels: 3, background: "teal" } })
    .png()
    .toFile(picture);
  const own = () => mkdtempSync(join(folder, "one-"));
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => busy.examine(picture, "small.png", own())));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
  const refused = outcomes.flatMap((outcome): unknown[] => (outcome.status === "rejected" ? [outcome.reason] : []));
  expect(refused).toEqual(
    Array.from({ length: 5 }, () => expect.objectContaining({ code: "unavailable", status: 503 })),
  );
  expect(refused[0]).toMatchObject({ extra: { retryAfter: 30 } });
  await expect(busy.examine(picture, "small.png", own())).resolves.toMatchObject({ mediaType: "image/png" });
  await busy.stop();
});

it.skipIf(!existsSync("/proc/self/oom_score_adj"))(
  "where a machine has no memory left, it ends the child and not the server",
  async () => {
    const file = join(folder, "words.txt");
    writeFileSync(file, "Words.");
    await examiner.examine(file, "words.txt", folder);
    const [child] = childrenOf("examine-child");
    expect(readFileSync(`/proc/${child}/oom_score_adj`, "utf8").trim()).toBe("1000");
  },
);

it("pictures longer than anybody looks at are refused before their lines are read", async () => {
  for (const [width, height] of [
    [40_000, 10],
    [10, 40_000],
  ] as const) {
    const file = join(folder, "strip.png");
    await sharp({ create: { width, height, channels: 3, background: "teal" } })
      .png()
      .toFile(file);
    await expect(examiner.examine(file, "strip.png", folder)).rejects.toMatchObject({
      code: "invalid",
      message: "A picture may be at most 32767 pixels wide and high.",
    });
  }
});
