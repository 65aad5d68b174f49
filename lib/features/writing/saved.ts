import type { Context } from "../../core/operation";
import { port } from "../../core/port";
import type { WholeRow } from "./rows";

export type SavedPost = Pick<WholeRow, "id" | "title" | "status" | "createTime" | "publishedTime">;

/** What a higher part does in the transaction that saves a post; `mailed`: its author wants followers to be mailed. */
type AfterSaving = (context: Context, before: SavedPost | null, after: SavedPost, mailed: boolean) => Promise<void>;

export const afterSaving = port<AfterSaving>("what follows from saving a post", () => Promise.resolve());
