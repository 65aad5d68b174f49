"use client";
import { useTranslations } from "next-intl";
import { type RefObject, useEffect, useRef } from "react";
import { Prose } from "../site/prose";
import type { Preview } from "./use-preview";

type Props = { title: string; preview: Preview; scroller: RefObject<HTMLDivElement | null> };

/** The text as readers will see it, beside the editor. Links open in another window, so that the place stays. */
export function PreviewPane({ title, preview, scroller }: Props) {
  const t = useTranslations("editor");
  const pane = useRef<HTMLDivElement>(null);
  useEffect(() => {
    for (const link of pane.current?.querySelectorAll<HTMLAnchorElement>('a[href]:not([href^="#"])') ?? []) {
      link.target = "_blank";
      link.rel = "noopener";
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- new HTML has new links
  }, [preview.shown]);
  return (
    // A region that scrolls must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div ref={scroller} role="region" aria-label={t("preview")} tabIndex={0} className="editor-preview">
      {preview.failed !== null && (
        <p role="status" className="mb-4 font-sans text-[0.82rem] text-wrong">
          {preview.failed || t("previewFailed")}
        </p>
      )}
      <div ref={pane}>
        {title !== "" && <p className="editor-preview-title">{title}</p>}
        {preview.shown && <Prose html={preview.shown.html} />}
      </div>
    </div>
  );
}
