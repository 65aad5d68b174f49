import { execFile, execFileSync } from "node:child_process";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { startS3 } from "../lib/testing/s3-server";
import { makePackage } from "../lib/server/launcher/package.mjs";
import { install } from "./rig/api";
import { newFolder } from "./rig/folders";
import { ask } from "./rig/http";
import { freePort, Server } from "./rig/server";
import { expect, test } from "./rig/test";

/** The bytes that a folder takes on the disk, and when each of its files was written. */
function contents(folder: string): { bytes: number; times: string } {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  const stats = files.map((name) => statSync(join(folder, name)));
  return {
    bytes: stats.reduce((sum, { blocks }) => sum + blocks * 512, 0),
    times: files.map((name, i) => `${name} ${stats[i]?.mtimeMs}`).join("\n"),
  };
}

test("an archive of the program runs elsewhere with Node alone, writes nothing there, and keeps files in S3", async () => {
  const [made, elsewhere] = [newFolder("package"), newFolder("unpacked")];
  makePackage(() => undefined, made);
  const archive = readdirSync(made).find((name) => name.endsWith(".tar.gz")) ?? "";
  execFileSync("tar", ["-xzf", join(made, archive), "-C", elsewhere]);
  const folder = join(elsewhere, archive.replace(".tar.gz", ""));
  const before = contents(folder);
  expect(before.bytes).toBeLessThan(200e6);

  const s3 = await startS3();
  const metricsPort = await freePort();
  const { settings } = s3;
  const files = {
    S3_ENDPOINT: settings.endpoint ?? "",
    S3_BUCKET: settings.bucket,
    S3_ACCESS_KEY_ID: settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
  };
  // Nothing but Node itself, by its whole path.
  const server = new Server(
    { ...files, PATH: "", METRICS_PORT: String(metricsPort), TRUST_PROXY: "1", WARM_UP: "on" },
    undefined,
    folder,
  );
  try {
    await server.start();
    const api = await install(server);
    const picture = await api.upload("cover.webp", readFileSync("docs/home.webp"));
    await api.post({ title: "Packed", originalContent: `![Home](${picture.url})\n\n\`\`\`ts\nconst one = 1;\n\`\`\`` });
    const { text } = await ask(server, "/archives/packed");
    expect(text).toContain("480.webp");
    expect(text).toMatch(/<pre[^>]*>.*<span/s);
    expect((await ask(server, picture.url)).bytes.length).toBeGreaterThan(10_000);
    expect((await ask(server, "/login")).text).toContain("password");
    const lost = await ask(server, "/api/nowhere", { headers: { "X-Request-Id": "of-the-proxy" } });
    expect([lost.status, lost.headers["x-request-id"]]).toEqual([404, "of-the-proxy"]);
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    expect(metrics).toMatch(/broadsheet_requests_total\{kind="page",status="200"\} \d/);

    const bin = newFolder("bin");
    writeFileSync(join(bin, "node"), `#!/bin/sh\nexec "${process.execPath}" "$@"\n`, { mode: 0o755 });
    const backup = join(bin, "one.zip");
    const settled = {
      NODE_ENV: "production" as const,
      ...files,
      DATA_DIR: server.dataDir,
      PATH: `${bin}:/usr/bin:/bin`,
    };
    // The store answers in this process meanwhile.
    const cms = async (...args: string[]) =>
      (await promisify(execFile)(join(folder, "broadsheet"), ["--cms", ...args], { env: settled, cwd: bin })).stdout;
    expect(await cms("backup", backup)).toContain("one.zip");
    expect(await cms("backup", "verify", backup, "--json")).toContain('"ok":true');
    expect(await cms("doctor")).toContain("in the bucket site");
    expect(readdirSync(join(server.dataDir, "uploads"))).toEqual([".incoming"]);
  } finally {
    await server.end();
    await s3.close();
  }
  expect(contents(folder).times).toBe(before.times);
});
