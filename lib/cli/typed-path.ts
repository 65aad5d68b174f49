import { isAbsolute, resolve } from "node:path";
import { env } from "../core/env";

/** A path as it was typed: relative ones count from the folder in which the command was typed, not the program's. */
export const typedPath = (path: string): string => (isAbsolute(path) ? path : resolve(env.typedIn, path));
