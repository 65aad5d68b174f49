import type { PostStatus } from "../../lib/features/writing/schema";
import type { Dot } from "../ui/badge";

export type TagChoice = { id: number; name: string; color: string };

/** The data of a row of the list. */
export type ListedPost = {
  id: number;
  title: string;
  url: string;
  status: PostStatus;
  createTime: Date;
  updateTime: Date;
  isPinned: boolean;
  inProgress: boolean;
  locked: boolean;
  visits: number;
  version: number;
  author: string | null;
  categories: string[];
  tags: TagChoice[];
};

export type ShownState = "published" | "scheduled" | "draft" | "private" | "bin";

/** A post's state as people know it: its status, or "scheduled". */
export function shownState({ status, createTime }: Pick<ListedPost, "status" | "createTime">, now: Date): ShownState {
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
