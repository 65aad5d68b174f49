"use client";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { createJournalAction, updateJournalAction } from "../../app/admin/journals/actions";
import { previewTextAction } from "../../app/admin/posts/actions";
import { useDesk } from "../admin/desk";
import { Prose } from "../site/prose";
import { Button } from "../ui/button";
import { Failure } from "../ui/failure";
import { Field } from "../ui/field";
import { isKey } from "../ui/keys";
import { MeanwhileNote } from "../ui/meanwhile";
import { Select } from "../ui/select";
import { Textarea } from "../ui/textarea";
import { sayDone, sayFailed } from "../ui/toaster";
import { inSession } from "../ui/session";
import { useOperationForm } from "../ui/use-operation-form";
import type { ListedJournal } from "./list";
import { NoteUploads, PictureButton, useNotePictures } from "./note-pictures";
import { useFreshPage } from "../ui/use-fresh-page";

type Props = { journal?: ListedJournal; onDone: () => void; onCancel: () => void };

/** Writes a journal, like a note; or changes one where it stands. */
export function JournalForm({ journal: given, onDone, onCancel }: Props) {
  const t = useTranslations("journals");
  const ui = useTranslations("ui");
  const refresh = useFreshPage();
  // As it was when it was opened: the list may show a later version meanwhile.
  const [journal] = useState(given);
  const [preview, setPreview] = useState<string | null>(null);
  const { register, setValue, watch, submit, errorOf, failure, meanwhile, isDirty, isSubmitting } = useOperationForm({
    schema: async () => (await import("../../lib/features/journals/schema")).newJournal,
    values: { sourceContent: journal?.sourceContent ?? "", type: journal?.type ?? "PUBLIC" },
    record: journal,
    send: (values, asRead) =>
      journal ? updateJournalAction({ ...values, id: journal.id }, asRead) : createJournalAction(values),
    done: () => {
      sayDone(t(journal ? "done.saved" : "done.posted"));
      onDone();
      void refresh();
    },
  });
  useEffect(() => {
    if (!isDirty) return;
    const stay = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", stay);
    return () => window.removeEventListener("beforeunload", stay);
  }, [isDirty]);
  const text = watch("sourceContent");
  const mayUpload = useDesk().may("upload files");
  const area = useRef<HTMLTextAreaElement>(null);
  /** Puts Markdown where the cursor is, as a paragraph of its own. */
  const put = (markup: string) => {
    const field = area.current;
    if (!field) return;
    const { selectionStart: from, selectionEnd: to, value } = field;
    const before = value.slice(0, from);
    const gap = before.trim() === "" || before.endsWith("\n\n") ? "" : before.endsWith("\n") ? "\n" : "\n\n";
    field.setRangeText(`${gap}${markup}\n`, from, to, "end");
    setValue("sourceContent", field.value, { shouldDirty: true });
    field.focus();
  };
  const pictures = useNotePictures(put);
  const { ref, ...field } = register("sourceContent");
  const show = async () => {
    if (preview !== null) return setPreview(null);
    const answer = await inSession(() => previewTextAction({ editorType: "MARKDOWN", originalContent: text }));
    if (answer?.ok) setPreview(answer.data.html);
    else sayFailed(answer?.error.message ?? ui("notFetched"));
  };
  return (
    <form
      aria-label={journal ? t("editTitle") : t("write")}
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => {
        if (isKey("publish", event)) void submit(event);
        else if (event.key === "Escape" && !isDirty) onCancel();
      }}
      noValidate
      className="grid gap-2.5"
    >
      <div hidden={preview !== null}>
        <Field label={journal ? t("editTitle") : t("write")} error={errorOf("sourceContent")}>
          {/* oxlint-disable jsx-a11y/no-autofocus -- somebody has asked to write */}
          <Textarea
            {...field}
            {...(mayUpload && pictures.handlers)}
            ref={(element) => {
              ref(element);
              area.current = element;
            }}
            rows={journal ? 6 : 3}
            placeholder={t("placeholder")}
            autoFocus
          />
        </Field>
      </div>
      <NoteUploads {...pictures} />
      {preview !== null && (
        <div role="region" aria-label={t("preview")} className="journal-text min-h-20 rounded-md border px-3 py-2">
          <Prose html={preview} />
        </div>
      )}
      <Failure text={failure} />
      <MeanwhileNote
        meanwhile={meanwhile}
        labelOf={(name) => t(name === "type" ? "visibility" : "columns.text")}
        show={(name, value) => (name === "type" ? t(`types.${String(value)}`) : null)}
      />
      <div className="flex flex-wrap items-center gap-2">
        <div className="mr-auto flex gap-2 max-sm:basis-full">
          <label>
            <span className="sr-only">{t("visibility")}</span>
            <Select {...register("type")}>
              <option value="PUBLIC">{t("types.PUBLIC")}</option>
              <option value="INTIMATE">{t("types.INTIMATE")}</option>
            </Select>
          </label>
          {mayUpload && <PictureButton put={put} />}
        </div>
        <Button onClick={onCancel}>{ui("cancel")}</Button>
        <Button aria-pressed={preview !== null} disabled={text.trim() === ""} onClick={() => void show()}>
          {t(preview === null ? "preview" : "goOn")}
        </Button>
        <Button look="strong" type="submit" disabled={isSubmitting || pictures.isOpen}>
          {isSubmitting ? ui("saving") : journal ? ui("save") : t("post")}
        </Button>
      </div>
    </form>
  );
}
