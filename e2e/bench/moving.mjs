// Moving in, moving out, backup and restore, at the size of a large site or a part of it.
import { mkdirSync, openAsBlob, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { addUploads, measureBackups } from "./backups.mjs";
import { anOwner, command } from "./commands.mjs";
import { measureExport } from "./exporting.mjs";
import { writeMarkdown, writeWordPress } from "./made-sources.mjs";
import { whileReading } from "./readers.mjs";
import { childrenCpuSeconds, cpuSeconds } from "./processes.mjs";
import { line } from "./report.mjs";
import { client, fill, install, newFolder, removeFolder, signIn, startSite } from "./site.mjs";

const POLL_MS = 250;
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function inFolder(work) {
  const folder = newFolder();
  try {
    return await work(folder);
  } finally {
    removeFolder(folder);
  }
}

/** Waits until something that the API reports on has ended; returns its last report. */
async function ended(call, path) {
  for (;;) {
    const report = await call("GET", path);
    const state = report.state.toUpperCase();
    if (state === "DONE") return report;
    if (state === "FAILED" || state === "CANCELLED") throw new Error(`${path}: ${JSON.stringify(report)}`);
    await pause(POLL_MS);
  }
}

/** What the server does beside its readers may use the other core, as on any machine of two. */
const startOnAll = (folder) => startSite(folder, {}, null);

/** An import through the API of a running server that people read. */
const importWhileServing = (posts) =>
  inFolder(async (folder) => {
    const file = join(folder, "old-site.xml");
    writeWordPress(file, { posts, comments: 5, bytes: 3000 });
    const data = join(folder, "data");
    mkdirSync(data, { mode: 0o700 });
    const site = await startOnAll(data);
    const token = await install(site.port);
    const { posts: own } = await fill(site.port, token, 100);
    const requests = [
      ...own.slice(0, 20).map(({ url }) => ({ path: url })),
      { path: "/" },
      { path: "/api/content/posts" },
    ];
    const call = client(site.port, token);
    const { p95: before } = await whileReading(site.port, requests, () => pause(5000));
    const form = new FormData();
    form.append("kind", "wordpress");
    form.append("file", await openAsBlob(file), "old-site.xml");
    const cpuOfServer = () => cpuSeconds(site.pid) + childrenCpuSeconds(site.pid);
    const [began, cpuBefore] = [performance.now(), cpuOfServer()];
    const { result, p95 } = await whileReading(site.port, requests, async () => {
      const sent = await fetch(`http://127.0.0.1:${site.port}/api/admin/imports`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}` },
        body: form,
      });
      if (sent.status !== 202) throw new Error(`the import was refused: ${sent.status} ${await sent.text()}`);
      const { id, jobId } = await sent.json();
      await ended(call, `/admin/jobs/${jobId}`);
      return call("GET", `/admin/imports/${id}`);
    });
    const seconds = (performance.now() - began) / 1000;
    const cpu = cpuOfServer() - cpuBefore;
    await site.stop();
    if (result.kinds.post?.imported !== posts) throw new Error(`not every post came: ${JSON.stringify(result.kinds)}`);
    return { posts, megabytes: statSync(file).size / 1e6, seconds, cpu, before, p95 };
  });

/** The memory that a very large export takes more than a small one. */
const largeImport = (megabytes) =>
  inFolder(async (folder) => {
    const [small, large] = ["small", "large"].map((name) => join(folder, `${name}.xml`));
    const bytes = 50_000;
    writeWordPress(small, { posts: 20, comments: 2, bytes });
    writeWordPress(large, { posts: Math.ceil((megabytes * 1e6) / (bytes * 1.337)), comments: 2, bytes });
    const took = {};
    for (const [name, file] of Object.entries({ small, large })) {
      const data = join(folder, name);
      mkdirSync(data, { mode: 0o700 });
      await anOwner(data);
      took[name] = await command(data, "import", "wordpress", file);
      rmSync(data, { recursive: true });
    }
    return { megabytes: statSync(large).size / 1e6, ...took };
  });

const importMarkdown = (files) =>
  inFolder(async (folder) => {
    const [data, source] = ["data", "source"].map((name) => join(folder, name));
    mkdirSync(data, { mode: 0o700 });
    await anOwner(data);
    writeMarkdown(source, files);
    const { seconds, cpu } = await command(data, "import", "markdown", source, "--author", "owner");
    return { files, seconds, cpu, perSecond: files / seconds };
  });

/** What readers of a server wait while it makes a backup. */
const backupWhileServing = (megabytes) =>
  inFolder(async (folder) => {
    const first = await startSite(folder);
    const { posts } = await fill(first.port, await install(first.port), 50);
    await first.stop();
    addUploads(folder, megabytes);
    const site = await startOnAll(folder);
    const call = client(site.port, await signIn(site.port));
    const requests = [...posts.map(({ url }) => ({ path: url })), { path: "/" }];
    const { p95: before } = await whileReading(site.port, requests, () => pause(5000));
    const { p95 } = await whileReading(site.port, requests, async () => {
      const job = await call("POST", "/admin/backups", {});
      await ended(call, `/admin/jobs/${job.id}`);
    });
    await site.stop();
    return { before, p95 };
  });

/** All figures, at `scale` of their full size. `timed` runs one and says how long it took. */
export async function moving(timed, scale) {
  const part = (whole) => Math.max(1, Math.round(whole * scale));
  return {
    scale,
    wordpress: await timed("a WordPress export into a running server", () => importWhileServing(part(20_000))),
    large: await timed("a WordPress export of a gigabyte", () => largeImport(part(1000))),
    markdown: await timed("a folder of Markdown", () => importMarkdown(part(10_000))),
    export: await timed("an export", () => measureExport(part(20_000))),
    backups: await timed("backup, verification and restore", () => measureBackups(part(1024), 3)),
    backupServing: await timed("a backup of a running server", () => backupWhileServing(part(1024))),
  };
}

/** What it takes of the processor says more on a machine that others use as well. */
const ofCpu = ({ cpu }) => `${cpu.toFixed(1)} s of CPU`;
const count = (number) => Math.round(number).toLocaleString("en-GB");

/** The table; the aims are those of the full size. */
export function movingLines({ scale, wordpress, large, markdown, export: out, backups, backupServing }) {
  const more = large.large.peak - large.small.peak;
  const { ratios, seconds } = backups;
  const speed = (name, ratio, took) =>
    line(name, `${took.toFixed(1)} s`, "≥ 0.50 of their speed", ratio >= 0.5, `${ratio.toFixed(2)} times`);
  return [
    line(
      `WordPress, ${count(wordpress.posts)} posts and ${count(wordpress.posts * 5)} comments, ${count(wordpress.megabytes)} MB`,
      `${wordpress.seconds.toFixed(1)} s`,
      `≤ ${(180 * scale).toFixed(1)} s`,
      wordpress.seconds <= 180 * scale,
      ofCpu(wordpress),
    ),
    line(
      "Readers of that server meanwhile, p95",
      `${wordpress.p95.toFixed(1)} ms`,
      "≤ 250 ms",
      wordpress.p95 <= 250,
      `before: ${wordpress.before.toFixed(1)} ms`,
    ),
    line(
      `WordPress, ${count(large.megabytes)} MB: memory beyond that for a small file`,
      `${count(more)} MB (${large.large.seconds.toFixed(1)} s)`,
      "≤ 150 MB",
      more <= 150,
      `small: ${count(large.small.peak)} MB; ${ofCpu(large.large)}`,
    ),
    line(
      `Markdown, ${count(markdown.files)} files`,
      `${count(markdown.perSecond)} files/s`,
      "≥ 150/s",
      markdown.perSecond >= 150,
      ofCpu(markdown),
    ),
    line(
      `Export of ${count(out.posts)} posts`,
      `${out.seconds.toFixed(1)} s (${count(out.peak)} MB)`,
      "≤ 30 s",
      out.seconds <= 30,
      `${ofCpu(out)}; 100 posts: ${out.small.seconds.toFixed(1)} s, ${count(out.small.peak)} MB`,
    ),
    speed(`Backup of ${count(backups.megabytes)} MB, against cp and sha256sum`, ratios.backup, seconds.backup),
    speed("Verification, against sha256sum", ratios.verify, seconds.verify),
    speed("Restore, against cp and sha256sum", ratios.restore, seconds.restore),
    line(
      "Readers while a backup is made, p95",
      `${backupServing.p95.toFixed(1)} ms`,
      "< 2 times",
      backupServing.p95 < 2 * backupServing.before,
      `before: ${backupServing.before.toFixed(1)} ms`,
    ),
  ];
}
