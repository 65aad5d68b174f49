"use client";
import { useTranslations } from "next-intl";
import { updateAttachmentAction } from "../../app/admin/media/actions";
import { useListing } from "../resource/listing";
import { Button } from "../ui/button";
import { Failure } from "../ui/failure";
import { Field } from "../ui/field";
import { Input } from "../ui/input";
import { MeanwhileNote } from "../ui/meanwhile";
import { Textarea } from "../ui/textarea";
import { sayDone } from "../ui/toaster";
import { useOperationForm } from "../ui/use-operation-form";
import type { ListedFile } from "./list";
import { TeamField } from "./team-field";
import { useFreshPage } from "../ui/use-fresh-page";

/** What is said about a file. */
export function FileForm({ file }: { file: ListedFile }) {
  const t = useTranslations("media");
  const ui = useTranslations("ui");
  const refresh = useFreshPage();
  const { choices } = useListing();
  const isPicture = file.mediaType.startsWith("image/");
  const { register, submit, errorOf, failure, meanwhile, isSubmitting } = useOperationForm({
    schema: async () => (await import("../../lib/features/attachments/schema")).attachmentChanges,
    values: {
      attachmentId: file.id,
      name: file.name,
      altText: file.altText,
      caption: file.caption,
      team: file.team,
    },
    record: file,
    send: (values, asRead) => updateAttachmentAction(values, asRead),
    done: ({ name }) => {
      sayDone(t("saved", { name }));
      void refresh();
    },
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
      <Field label={t("name")} error={errorOf("name")}>
        <Input {...register("name")} autoComplete="off" />
      </Field>
      {isPicture && (
        <Field label={t("altText")} hint={t("altHint")} error={errorOf("altText")}>
          <Textarea {...register("altText")} rows={2} />
        </Field>
      )}
      <Field label={t("caption")} hint={isPicture ? t("captionHint") : undefined} error={errorOf("caption")}>
        <Textarea {...register("caption")} rows={2} />
      </Field>
      <TeamField
        label={t("team")}
        error={errorOf("team")}
        teams={(choices?.team ?? []).map(({ name }) => name)}
        {...register("team")}
      />
      <Failure text={failure} />
      <MeanwhileNote meanwhile={meanwhile} labelOf={t} />
      <Button look="strong" size="small" type="submit" disabled={isSubmitting} className="justify-self-end">
        {ui("save")}
      </Button>
    </form>
  );
}
