// The limit of first views: a page of the framework with nothing in it, of the same version, built in a folder of its own
// and answered by the framework's own handler over `node:http`, without anything of ours.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { spawnSync } from "node:child_process";
import { answerMessages } from "./processes.mjs";

// Below the checkout, where the framework's own packages are found.
const dir = join(new URL("../..", import.meta.url).pathname, ".reports", "empty-page");

const { version } = JSON.parse(readFileSync(new URL("../../node_modules/next/package.json", import.meta.url), "utf8"));

const files = {
  "package.json": `${JSON.stringify({ private: true, type: "module", dependencies: { next: version } })}\n`,
  "next.config.mjs": "export default {};\n",
  "postcss.config.mjs": "export default { plugins: [] };\n",
  "app/layout.js":
    'export const dynamic = "force-dynamic";\nexport default function Layout({ children }) {\n  return <html lang="en"><body>{children}</body></html>;\n}\n',
  "app/page.js": "export default function Page() {\n  return null;\n}\n",
};

/** Builds the page, unless it is there from the same version. */
export function buildEmptyPage() {
  const isBuilt = existsSync(join(dir, ".next", "BUILD_ID"));
  if (isBuilt && Object.entries(files).every(([name, text]) => readFileSync(join(dir, name), "utf8") === text)) return;
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(dir, name, ".."), { recursive: true });
    writeFileSync(join(dir, name), text);
  }
  rmSync(join(dir, ".next"), { recursive: true, force: true });
  const next = new URL("../../node_modules/next/dist/bin/next", import.meta.url).pathname;
  const built = spawnSync(process.execPath, [next, "build"], {
    cwd: dir,
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    encoding: "utf8",
  });
  if (built.status !== 0) throw new Error(`The empty page could not be built:\n${built.stdout}${built.stderr}`);
}

/** `{ port }` starts it. */
if (process.send)
  answerMessages(async ({ port }) => {
    process.chdir(dir);
    const { default: next } = await import("next");
    const app = next({ dev: false, dir, hostname: "127.0.0.1", port });
    await app.prepare();
    const answer = app.getRequestHandler();
    const server = createServer((req, res) => void answer(req, res));
    await new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
  });
