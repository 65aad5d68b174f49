import { rmSync } from "node:fs";
import { beginRunFolder } from "./folders";
import { makeSite } from "./site";

/** Runs before the first test, and makes the run's folder and the site in it. Answers what removes them after the last. */
export default async function begin(): Promise<() => void> {
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
