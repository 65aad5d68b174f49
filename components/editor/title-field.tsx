"use client";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, memo } from "react";
import { useFormContext } from "react-hook-form";
import { FieldError } from "../ui/field";
import type { Fields } from "./edits";

/** The title; Enter moves on to the text. */
export const TitleField = memo(function TitleField({
  onEnter,
  autoFocus,
}: {
  onEnter: () => void;
  autoFocus: boolean;
}) {
  const t = useTranslations("editor");
  const { register, formState } = useFormContext<Fields>();
  const error = formState.errors.title?.message;
  const { onBlur, ...field } = register("title");
  const keys = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onEnter();
  };
  return (
    <div className="mt-6 mb-4">
      <textarea
        id="title"
        rows={1}
        aria-label={t("title")}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? "title-error" : undefined}
        placeholder={t("title")}
        autoFocus={autoFocus}
        className="editor-title"
        onKeyDown={keys}
        {...field}
        // A draft needs no title: its first words are one until it is published.
        onBlur={(event) => (event.target.value.trim() === "" ? undefined : void onBlur(event))}
      />
      <FieldError id="title-error" error={error} />
    </div>
  );
});
