"use client";
import { createContext, useContext } from "react";
import type { z } from "zod";
import type { Result } from "../../lib/doors/result";
import type { PostRevision, PostRevisionItem, previewLink } from "../../lib/features/writing/revision-schema";
import type { newPost, Post, postChanges, PostStatus } from "../../lib/features/writing/schema";

type New = z.input<typeof newPost>;
type Changes = Omit<z.input<typeof postChanges>, "postId">;
type Saved = Promise<Result<Post>>;

/** What the editor writes: its name in words, its place, and the actions that save it. A sheet comes as a post without categories and tags. */
export type Kind = {
  name: "post" | "sheet";
  path: string;
  hasTaxonomy: boolean;
  createDraft: (sent: { key: string; input: New }) => Saved;
  create: (input: New) => Saved;
  update: (id: number, changes: Changes) => Saved;
  setStatus: (id: number, status: PostStatus, expectedVersion: number) => Saved;
  discard: (id: number, expectedVersion: number) => Saved;
  restoreRevision: (id: number, revisionId: number) => Saved;
  createPreviewLink: (id: number) => Promise<Result<z.output<typeof previewLink>>>;
  listRevisions: (id: number) => Promise<Result<Omit<PostRevisionItem, "postId">[]>>;
  getRevision: (id: number, revisionId: number) => Promise<Result<Omit<PostRevision, "postId">>>;
};

const Context = createContext<Kind | null>(null);
export const KindProvider = Context.Provider;

/** What the editor on this page writes. */
export function useKind(): Kind {
  const kind = useContext(Context);
  if (!kind) throw new Error("This component belongs into an editor.");
  return kind;
}

/** The addresses of both kinds, for links to copies of a text. */
export const pathOf = { post: "/admin/posts", sheet: "/admin/sheets" } as const satisfies Record<Kind["name"], string>;
