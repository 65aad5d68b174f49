// Commands of the built program on a folder, timed, with the most memory that each had.
import { spawn } from "node:child_process";
import { childrenCpuSeconds, flagsOf, memory } from "./processes.mjs";
import { password } from "./site.mjs";

const root = new URL("../..", import.meta.url).pathname;
/** Milliseconds between looks at a command's memory; the kernel keeps the most it had. */
const LOOK_MS = 50;

function run(folder, args, input = "") {
  return new Promise((resolve, reject) => {
    const [began, before] = [performance.now(), childrenCpuSeconds(process.pid)];
    const child = spawn(process.execPath, [...flagsOf("cms"), "dist/cms.js", ...args], {
      cwd: root,
      env: { ...process.env, DATA_DIR: folder, DATABASE_URL: "", LOG_LEVEL: "silent", NODE_ENV: "production" },
      stdio: ["pipe", "ignore", "pipe"],
    });
    child.stdin.end(input);
    let [peak, said] = [0, ""];
    child.stderr.on("data", (text) => void (said += text));
    const look = setInterval(() => {
      try {
        peak = memory(child.pid, "VmHWM");
      } catch {
        // It has just ended.
      }
    }, LOOK_MS);
    child.on("error", reject);
    child.on("close", (code) => {
      clearInterval(look);
      const cpu = childrenCpuSeconds(process.pid) - before;
      if (code === 0) resolve({ seconds: (performance.now() - began) / 1000, cpu, peak });
      else reject(new Error(`${args.join(" ")} ended with ${code}: ${said}`));
    });
  });
}

/** Runs a command; returns its seconds, those of the processor, and its most memory in MB. @param {string} folder @param {...string} args */
export const command = (folder, ...args) => run(folder, args);

/** An account, which everything that is taken in can belong to. */
export const anOwner = (folder) =>
  run(
    folder,
    ["user", "create", "--username", "owner", "--email", "owner@example.org", "--role", "admin", "--password-stdin"],
    `${password}\n`,
  );
