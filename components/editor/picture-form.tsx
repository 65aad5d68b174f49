"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { createPortal } from "react-dom";
import { Field } from "../ui/field";
import { Input } from "../ui/input";
import { Select } from "../ui/select";
import { type PicturePlace, picturePlaces } from "./picture-places";
import type { PictureHere, PictureWords as Words } from "./text-view";

type Props = { picture: PictureHere; onChange: (words: Words) => void; onLeave: () => void };

const wordsOf = ({ alt, caption, place }: PictureHere): Words => ({ alt, caption, place });

/** The words of a picture, asked for below it. */
export function PictureForm({ picture, onChange, onLeave }: Props) {
  const t = useTranslations("editor.picture");
  const [words, setWords] = useState<Words>(wordsOf(picture));
  // The text may change them, too, by Undo.
  const [seen, setSeen] = useState(picture);
  if (seen !== picture) {
    setSeen(picture);
    if (seen.src !== picture.src || picture.alt !== words.alt || picture.caption !== words.caption)
      setWords(wordsOf(picture));
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
        const isChoice = event.target instanceof HTMLSelectElement;
        if (event.key !== "Escape" && (event.key !== "Enter" || isChoice)) return;
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
      {picture.isAlone && (
        <Field label={t("place")}>
          <Select value={words.place} onChange={(event) => change({ place: event.target.value as PicturePlace })}>
            {picturePlaces.map((place) => (
              <option key={place} value={place}>
                {t(`places.${place === "" ? "text" : place}`)}
              </option>
            ))}
          </Select>
        </Field>
      )}
    </div>,
    picture.below,
  );
}
