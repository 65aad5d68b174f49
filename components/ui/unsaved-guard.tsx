"use client";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { ConfirmDialog } from "./confirm-dialog";
import { guardLeaving } from "./leaving";
import { useDashboardRouter } from "./use-dashboard-router";

/** The part of the browser's navigation object that is used; some browsers have none. */
type Traverse = Event & { navigationType: string; destination: { key: string } };
type Navigator = EventTarget & { traverseTo: (key: string) => unknown };
const navigator = (): Navigator | undefined => (window as { navigation?: Navigator }).navigation;

/** The link that a click follows in this window, if it is one of this site. */
function followedLink(event: MouseEvent): HTMLAnchorElement | null {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || link.origin !== window.location.origin) return null;
  return link.target === "_blank" || link.hasAttribute("download") ? null : link;
}

/** Asks before edits that are not saved are left: by a link, the palette, "back", or by closing the window. */
export function UnsavedGuard({ isDirty }: { isDirty: boolean }) {
  const t = useTranslations("ui");
  const router = useDashboardRouter();
  const [leave, setLeave] = useState<(() => void) | null>(null);
  const isLeaving = useRef(false);
  useEffect(() => {
    if (!isDirty) return;
    isLeaving.current = false;
    const ask = (go: () => void) => setLeave(() => go);
    const goTo = (href: string) => {
      const { pathname, search, hash } = new URL(href, window.location.href);
      if (/^\/admin(\/|$)/.test(pathname)) router.push(pathname + search + hash);
      else window.location.assign(href);
    };
    const onClose = (event: BeforeUnloadEvent) => {
      if (!isLeaving.current) event.preventDefault();
    };
    const onClick = (event: MouseEvent) => {
      const link = followedLink(event);
      if (!link || isLeaving.current) return;
      event.preventDefault();
      event.stopPropagation();
      ask(() => goTo(link.href));
    };
    const onTraverse = (event: Event) => {
      const { navigationType, cancelable, destination } = event as Traverse;
      if (navigationType !== "traverse" || !cancelable || isLeaving.current) return;
      event.preventDefault();
      ask(() => navigator()?.traverseTo(destination.key));
    };
    const release = guardLeaving((href) => {
      ask(() => goTo(href));
      return false;
    });
    window.addEventListener("beforeunload", onClose);
    window.addEventListener("click", onClick, true);
    navigator()?.addEventListener("navigate", onTraverse);
    return () => {
      release();
      window.removeEventListener("beforeunload", onClose);
      window.removeEventListener("click", onClick, true);
      navigator()?.removeEventListener("navigate", onTraverse);
    };
  }, [isDirty, router]);
  return (
    <ConfirmDialog
      open={leave !== null}
      onOpenChange={(open) => !open && setLeave(null)}
      title={t("discardTitle")}
      text={t("discardText")}
      action={t("discard")}
      onConfirm={() => {
        isLeaving.current = true;
        leave?.();
      }}
    />
  );
}
