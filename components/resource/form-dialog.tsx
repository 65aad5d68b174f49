"use client";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useState } from "react";
import type { DefaultValues, FieldValues } from "react-hook-form";
import type { z } from "zod";
import type { AsRead, Result } from "../../lib/doors/result";
import { Button } from "../ui/button";
import { ConfirmDialog } from "../ui/confirm-dialog";
import { Dialog, DialogActions, DialogContent } from "../ui/dialog";
import { Failure } from "../ui/failure";
import { MeanwhileNote } from "../ui/meanwhile";
import { SidePanel, SidePanelContent } from "../ui/side-panel";
import { sayDone } from "../ui/toaster";
import { useOperationForm } from "../ui/use-operation-form";
import { type FormField, FormFields, inWords } from "./form-fields";
import { useFreshPage } from "../ui/use-fresh-page";

type Props<T extends FieldValues, D> = {
  title: string;
  description?: ReactNode;
  /** The group of its words. */
  words: string;
  fields: readonly FormField<T>[];
  /** Loads the operation's own schema. */
  schema: () => Promise<z.ZodType<unknown, T>>;
  values: DefaultValues<T>;
  /** The record that is changed, as it was read. */
  record?: object | undefined;
  send: (values: T, asRead: AsRead | undefined) => Promise<Result<D>>;
  /** What to say when it is saved; null where the answer is shown in a dialog of its own. */
  done: (data: D) => string | null;
  onClose: () => void;
  /** The word on the main button; "Save" without. */
  action?: string;
  /** Marks the main button as something that cannot simply be undone. */
  grave?: boolean;
  /** At the side of the window instead of in its middle. */
  drawer?: boolean;
  /** Above the fields, such as a picture. */
  children?: ReactNode;
};

/**
 * The form of an operation in a dialog or a drawer: checked by its schema before it is sent and by the operation
 * afterwards. Closing it asks first where something was typed.
 */
export function FormDialog<T extends FieldValues, D>({
  title,
  description,
  words,
  fields,
  schema,
  values,
  record,
  send,
  done,
  onClose,
  action,
  grave,
  drawer,
  children,
}: Props<T, D>) {
  const t = useTranslations("ui");
  const refresh = useFreshPage();
  const [asking, setAsking] = useState(false);
  const form = useOperationForm<T, D>({
    schema,
    values,
    record,
    send,
    done: (data) => {
      const said = done(data);
      if (said !== null) {
        sayDone(said);
        onClose();
      }
      void refresh();
    },
  });
  const { isDirty, isSubmitting, failure, submit } = form;
  const own = useTranslations(words);
  const fieldOf = (name: string) => fields.find((field) => field.name === name);
  const close = () => (isDirty ? setAsking(true) : onClose());
  useEffect(() => {
    if (!isDirty) return;
    const stay = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", stay);
    return () => window.removeEventListener("beforeunload", stay);
  }, [isDirty]);

  const content = (
    <>
      <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4" aria-busy={isSubmitting}>
        {children}
        <FormFields
          words={words}
          fields={fields}
          control={form.control}
          register={form.register}
          setValue={(name, value) => form.setValue(name, value as never, { shouldValidate: true, shouldDirty: true })}
          valueOf={form.watch}
          errorOf={form.errorOf}
        />
        <Failure text={failure} />
        <MeanwhileNote
          meanwhile={form.meanwhile}
          labelOf={(name) => own(fieldOf(name)?.word ?? name)}
          show={(name, value) => inWords(fieldOf(name), value)}
        />
        <DialogActions stays={!drawer}>
          <Button onClick={close}>{t("cancel")}</Button>
          <Button look={grave ? "grave" : "strong"} type="submit" disabled={isSubmitting}>
            {isSubmitting ? t("saving") : (action ?? t("save"))}
          </Button>
        </DialogActions>
      </form>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t("discardTitle")}
        text={t("discardText")}
        action={t("discard")}
        onConfirm={onClose}
      />
    </>
  );
  const onOpenChange = (open: boolean) => !open && close();
  return drawer ? (
    <SidePanel open onOpenChange={onOpenChange}>
      <SidePanelContent title={title} className="w-[min(26rem,100vw)]!">
        {description && <p className="mb-4 text-soft">{description}</p>}
        {content}
      </SidePanelContent>
    </SidePanel>
  ) : (
    <Dialog open onOpenChange={onOpenChange}>
      <DialogContent title={title} description={description}>
        {content}
      </DialogContent>
    </Dialog>
  );
}
