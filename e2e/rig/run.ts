import { rmSync } from "node:fs";
import { whenTimeIsOver } from "../../lib/testing/time";
import { beginRunFolder } from "./folders";
import { makeSite } from "./site";

/** Runs before the first test, and makes the run's folder and the site in it. Answers what removes them after the last. */
export default async function begin(): Promise<() => void> {
  // As Ctrl-C does: the runner ends its tests and writes its report.
  whenTimeIsOver(() => process.kill(process.pid, "SIGINT"));
  const folder = beginRunFolder();
  const end = () => rmSync(folder, { recursive: true, force: true });
  try {
    await makeSite();
  } catch (error) {
    end();
    throw error;
  }
  return end;
}
