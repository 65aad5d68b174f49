import type { Context } from "../../../core/operation";

/** What a text's transaction gives: its number here, and the cache keys that it touches. */
export type Written = { id: number | null; cacheKeys: string[] };
export type Plan = (context: Context, rest: { isWhole: boolean }) => Promise<Written>;
/** The last part of planning, which only renders: the next records are read meanwhile. */
export type Rendering = () => Promise<Plan>;
