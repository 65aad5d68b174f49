import type { Post } from "../../lib/features/writing/schema";
import type { Dot } from "../ui/badge";

/** The states of a post or page that people know. */
export type ShownState = "published" | "scheduled" | "draft" | "private" | "bin";

/** A post's state as people know it: its status, or "scheduled". */
export function shownState({ status, createTime }: Pick<Post, "status" | "createTime">, now: Date): ShownState {
  if (status === "PUBLISHED") return createTime > now ? "scheduled" : "published";
  return ({ DRAFT: "draft", INTIMATE: "private", RECYCLE: "bin" } as const)[status];
}

export const dotOf: Record<ShownState, Dot> = {
  published: "good",
  scheduled: "due",
  draft: "quiet",
  private: "hidden",
  bin: "wrong",
};
