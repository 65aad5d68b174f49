"use client";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useTransition } from "react";
import {
  deletePostsAction,
  setPostsStatusAction,
  setPostStatusesAction,
  setPostsTagsAction,
  tagPostsAction,
} from "../../app/admin/posts/actions";
import type { PostStatus } from "../../lib/features/writing/schema";
import { sayDone, sayFailed } from "../ui/toaster";

/** Changes of posts in the list; each reports its result and offers Undo where possible. */
export function useChanges() {
  const t = useTranslations("posts");
  const ui = useTranslations("ui");
  const router = useRouter();
  const [isBusy, start] = useTransition();

  type Answer<T> = { ok: true; data: T } | { ok: false; error: { code: string; message: string } };
  const run = <T>(
    ask: () => Promise<Answer<T>>,
    done: (data: T) => { text: string; back?: () => Promise<Answer<unknown>> },
    after?: () => void,
  ) =>
    start(async () => {
      const answer = await ask();
      if (!answer.ok) return void sayFailed(answer.error.message);
      const { text, back } = done(answer.data);
      sayDone(text, back && { label: ui("undo"), run: () => run(back, () => ({ text: t("done.undone") })) });
      after?.();
      router.refresh();
    });

  return {
    isBusy,
    setStatus: (ids: number[], status: PostStatus, after?: () => void) =>
      run(
        () => setPostsStatusAction({ items: ids, status }),
        ({ before }) => ({
          text: t(`done.${status}`, { count: ids.length }),
          back: () => setPostStatusesAction({ items: before }),
        }),
        after,
      ),
    setTags: (ids: number[], add: number[], remove: number[], after?: () => void) =>
      run(
        () => tagPostsAction({ items: ids, add, remove }),
        ({ before }) => ({
          text: t("done.tagged", { count: ids.length }),
          back: () => setPostsTagsAction({ items: before }),
        }),
        after,
      ),
    remove: (ids: number[], after?: () => void) =>
      run(
        () => deletePostsAction({ items: ids }),
        () => ({ text: t("done.deleted", { count: ids.length }) }),
        after,
      ),
  };
}
