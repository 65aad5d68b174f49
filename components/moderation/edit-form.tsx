"use client";
import { useTranslations } from "next-intl";
import { updateCommentAction } from "../../app/admin/comments/actions";
import { Failure } from "../ui/failure";
import type { ActionDialog } from "../resource/resource";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { Input } from "../ui/input";
import { isKey } from "../ui/keys";
import { MeanwhileNote } from "../ui/meanwhile";
import { Textarea } from "../ui/textarea";
import { useOperationForm } from "../ui/use-operation-form";
import { InPlace } from "./in-place";
import type { ListedComment } from "./list";

/** A comment's words and its author's, changed in place. */
export const EditForm: ActionDialog<ListedComment> = ({ row, onClose, run }) => {
  const t = useTranslations("moderation");
  const ui = useTranslations("ui");
  const before = {
    commentId: row?.id ?? 0,
    author: row?.author ?? "",
    email: row?.email ?? "",
    authorUrl: row?.authorUrl ?? "",
    content: row?.content ?? "",
  };
  const { register, submit, errorOf, failure, meanwhile, isSubmitting } = useOperationForm({
    schema: async () => (await import("../../lib/features/comments/schema")).commentChanges,
    values: before,
    record: row,
    send: (values, asRead) => updateCommentAction(values, asRead),
    done: ({ content, author, email, authorUrl }) => {
      const back = () => updateCommentAction(before, { content, author, email, authorUrl });
      run(async () => ({ ok: true, data: { count: 1, back } }), "edited");
      onClose();
    },
  });
  return (
    <InPlace commentId={before.commentId}>
      <form
        onSubmit={(event) => void submit(event)}
        noValidate
        aria-label={t("editOf", { author: before.author })}
        className="mt-1.5 grid max-w-[44rem] gap-2.5 rounded-lg border bg-paper p-3 max-sm:-mr-8 max-sm:-ml-8"
        onKeyDown={(event) => {
          if (event.key === "Escape") onClose();
          else if (isKey("publish", event)) void submit(event);
        }}
      >
        <Field label={t("fields.content")} error={errorOf("content")}>
          <Textarea {...register("content")} rows={5} autoFocus />
        </Field>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(10rem,100%),1fr))] gap-2.5">
          <Field label={t("fields.author")} error={errorOf("author")}>
            <Input {...register("author")} autoComplete="off" />
          </Field>
          <Field label={t("fields.email")} error={errorOf("email")}>
            <Input {...register("email")} type="email" autoComplete="off" />
          </Field>
          <Field label={t("fields.authorUrl")} error={errorOf("authorUrl")}>
            <Input {...register("authorUrl")} inputMode="url" autoComplete="off" />
          </Field>
        </div>
        <Failure text={failure} />
        <MeanwhileNote meanwhile={meanwhile} labelOf={(name) => t(`fields.${name}`)} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button className="max-sm:h-11" onClick={onClose}>
            {ui("cancel")}
          </Button>
          <Button look="strong" type="submit" className="max-sm:h-11" disabled={isSubmitting}>
            {ui("save")}
          </Button>
        </div>
      </form>
    </InPlace>
  );
};
