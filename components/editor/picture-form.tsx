"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { createPortal } from "react-dom";
import { Field } from "../ui/field";
import { Input } from "../ui/input";
import type { PictureHere } from "./text-view";

type Words = Pick<PictureHere, "alt" | "caption">;
type Props = { picture: PictureHere; onChange: (words: Words) => void; onLeave: () => void };

/** The words of a picture, asked for below it. */
export function PictureForm({ picture, onChange, onLeave }: Props) {
  const t = useTranslations("editor.picture");
  const [words, setWords] = useState<Words>({ alt: picture.alt, caption: picture.caption });
  // The text may change them, too, by Undo.
  const [seen, setSeen] = useState(picture);
  if (seen !== picture) {
    setSeen(picture);
    if (seen.src !== picture.src || picture.alt !== words.alt || picture.caption !== words.caption)
      setWords({ alt: picture.alt, caption: picture.caption });
  }
  const change = (changed: Partial<Words>) => {
    const next = { ...words, ...changed };
    setWords(next);
    onChange(next);
  };
  return createPortal(
    <div
      role="group"
      aria-label={t("title")}
      className="editor-picture"
      onKeyDown={(event) => {
        if (event.key !== "Escape" && event.key !== "Enter") return;
        event.preventDefault();
        event.stopPropagation();
        onLeave();
      }}
    >
      <Field label={t("alt")} hint={words.alt.trim() === "" ? t("altHint") : undefined}>
        <Input value={words.alt} autoComplete="off" onChange={(event) => change({ alt: event.target.value })} />
      </Field>
      <Field label={t("caption")}>
        <Input value={words.caption} autoComplete="off" onChange={(event) => change({ caption: event.target.value })} />
      </Field>
    </div>,
    picture.place,
  );
}
