"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { Post } from "../../lib/features/writing/schema";
import { inSession } from "../ui/session";
import { say, sayDone, sayFailed } from "../ui/toaster";
import { useFreshPage } from "../ui/use-fresh-page";
import type { WayOut } from "./collision-dialog";
import { copyText } from "../ui/clipboard";
import { isLive, sentFields } from "./edits";
import type { useWriting } from "./use-writing";
import { outcomeOf } from "./saving";
import { useDashboardRouter } from "../ui/use-dashboard-router";

type Writing = ReturnType<typeof useWriting>;

const longestTitle = 100;

/** Actions on the whole post; each reports its result. */
export function useActions(writing: Writing) {
  const t = useTranslations("editor");
  const { kind, post, autosave, read, take, publish: bringOut, restore, snapshot } = writing;
  const router = useDashboardRouter();
  const refresh = useFreshPage();
  const [busy, setBusy] = useState(false);
  /** What the messages about its state are about. */
  const aboutState = `${kind.name} ${post?.id ?? "new"}`;
  const alone = async (work: () => Promise<unknown>) => {
    setBusy(true);
    await work().finally(() => setBusy(false));
  };

  const undo = async (saved: Post, status: Post["status"]) => {
    await autosave.flush();
    const outcome = await autosave.deliberately(async (version) =>
      outcomeOf(await kind.setStatus(saved.id, status, version ?? saved.version)),
    );
    if (outcome.kind === "stale") return;
    if (outcome.kind !== "saved") return sayFailed(t("done.failed"));
    await take(outcome.saved);
    sayDone(t("done.undone"), undefined, aboutState);
  };

  const publish = () =>
    new Promise<boolean>((resolve) => {
      void alone(async () => {
        const before = post?.status ?? "DRAFT";
        const outcome = await bringOut();
        resolve(outcome.kind === "saved");
        if (outcome.kind !== "saved") return outcome.kind === "refused" ? sayFailed(outcome.message) : undefined;
        const { saved } = outcome;
        const later = saved.status === "PUBLISHED" && saved.createTime.getTime() > Date.now();
        const done = later
          ? "scheduled"
          : saved.status === before
            ? "updated"
            : saved.status === "INTIMATE"
              ? "savedPrivately"
              : "published";
        say(
          <>
            {t(`done.${done}`)}{" "}
            {!later && (
              <a href={saved.url} target="_blank" rel="noopener" className="underline underline-offset-2">
                {t("done.view")}
              </a>
            )}
          </>,
          {
            about: aboutState,
            way: isLive({ status: before })
              ? undefined
              : { label: t("done.undo"), run: () => void undo(saved, before) },
          },
        );
      });
    });

  const discard = () =>
    alone(async () => {
      if (!post) return;
      await autosave.flush();
      const outcome = await autosave.deliberately(async (version) =>
        outcomeOf(await kind.discard(post.id, version ?? post.version)),
      );
      if (outcome.kind !== "saved") return sayFailed(t("done.failed"));
      await take(outcome.saved);
      sayDone(t("done.discarded"));
    });

  /** Makes it a draft, or takes it out of the bin as one; what is on screen stays there. */
  const makeDraft = () =>
    alone(async () => {
      if (!post) return;
      const { status } = post;
      await autosave.flush();
      const outcome = await autosave.deliberately(async (version) =>
        outcomeOf(await kind.setStatus(post.id, "DRAFT", version ?? post.version)),
      );
      if (outcome.kind === "stale") return;
      if (outcome.kind !== "saved") return sayFailed(outcome.kind === "refused" ? outcome.message : t("done.failed"));
      const { saved } = outcome;
      await take(saved);
      sayDone(
        t(status === "RECYCLE" ? "done.takenOut" : "done.drafted"),
        { label: t("done.undo"), run: () => void undo(saved, status) },
        aboutState,
      );
    });

  /** Moves it to the bin and goes back to the list; the way back works there. */
  const moveToBin = () =>
    alone(async () => {
      if (!post) return;
      const { id, status } = post;
      await autosave.flush();
      const outcome = await autosave.deliberately(async (version) =>
        outcomeOf(await kind.setStatus(id, "RECYCLE", version ?? post.version)),
      );
      if (outcome.kind === "stale") return;
      if (outcome.kind !== "saved") return sayFailed(outcome.kind === "refused" ? outcome.message : t("done.failed"));
      const putBack = async () => {
        const answer = await inSession(() => kind.setStatus(id, status, outcome.version));
        if (answer?.ok) sayDone(t("done.undone"), undefined, aboutState);
        else sayFailed(answer?.error.message ?? t("done.failed"));
        await refresh();
      };
      sayDone(t("done.binned"), { label: t("done.undo"), run: () => void putBack() }, aboutState);
      router.push(kind.path);
    });

  const restoreRevision = (revisionId: number) =>
    alone(async () => {
      if (!post) return;
      await autosave.flush();
      const outcome = await autosave.deliberately(async () =>
        outcomeOf(await kind.restoreRevision(post.id, revisionId)),
      );
      if (outcome.kind !== "saved") return sayFailed(outcome.kind === "refused" ? outcome.message : t("done.failed"));
      await take(outcome.saved);
      sayDone(t("done.restored"));
    });

  /** A link to the working text as it is now; null where it failed, which was reported. */
  const previewLink = async (): Promise<string | null> => {
    await autosave.flush();
    if (!post) return null;
    const answer = await kind.createPreviewLink(post.id).catch(() => null);
    if (answer?.ok) return answer.data.url;
    sayFailed(answer?.error.message ?? t("done.failed"));
    return null;
  };
  const sayLink = (text: string, url: string) =>
    say(
      <>
        {text}{" "}
        <a href={url} target="_blank" rel="noopener" className="[overflow-wrap:anywhere] underline underline-offset-2">
          {t("done.open")}
        </a>
      </>,
      { ms: 15_000 },
    );

  /** Copies a preview link to the clipboard, to be shared. */
  const share = () =>
    alone(async () => {
      const url = await previewLink();
      if (url === null) return;
      const copied = await copyText(new URL(url, window.location.origin).href);
      sayLink(t(copied ? "done.linkCopied" : "done.link"), url);
    });

  /** Shows the working text as readers would see it, in its own window. */
  const preview = () => {
    // Opened within the click: browsers block windows that open after an answer.
    const page = window.open("", "_blank");
    if (page) page.opener = null;
    return alone(async () => {
      const url = await previewLink();
      if (url === null) page?.close();
      else if (page) page.location.replace(url);
      else sayLink(t("done.link"), url);
    });
  };

  /** Resolves a collision; both texts are kept somewhere. */
  const resolveCollision = (way: WayOut) =>
    alone(async () => {
      const { current } = snapshot;
      if (!current) return;
      const mine = read();
      // The other text becomes a revision: of a live post by discarding its working text, of a draft by a deliberate
      // save.
      if (way === "mine") {
        const outcome = await writing.overwrite(current);
        return outcome.kind === "refused" ? sayFailed(outcome.message) : undefined;
      }
      if (way === "both") {
        const title = `${[...(mine.title || current.title)].slice(0, longestTitle - [...t("collision.copy")].length - 1).join("")} ${t("collision.copy")}`;
        const { slug: _, ...fields } = sentFields(mine);
        const answer = await kind
          .create({
            ...fields,
            title,
            originalContent: mine.originalContent,
            editorType: mine.editorType,
          })
          .catch(() => null);
        if (!answer?.ok) return sayFailed(answer?.error.message ?? t("done.failed"));
        await take(current, mine);
        say(
          <>
            {t("done.keptBoth")}{" "}
            <a href={`${kind.path}/${answer.data.id}`} className="underline underline-offset-2">
              {answer.data.title}
            </a>
          </>,
        );
        return;
      }
      const aside = await take(current);
      sayDone(t("done.theirs"), aside ? { label: t("done.bringBack"), run: () => void restore(aside) } : undefined);
    });

  return {
    busy,
    publish,
    discard,
    makeDraft,
    moveToBin,
    restoreRevision,
    preview,
    previewLink,
    share,
    resolveCollision,
  };
}
