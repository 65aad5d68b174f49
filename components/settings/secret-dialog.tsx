"use client";
import { useTranslations } from "next-intl";
import { setOptionsAction } from "../../app/admin/options/actions";
import { Failure } from "../ui/failure";
import { Button } from "../ui/button";
import { Dialog, DialogActions, DialogContent } from "../ui/dialog";
import { Field } from "../ui/field";
import { Input } from "../ui/input";
import { sayDone } from "../ui/toaster";
import { useOperationForm } from "../ui/use-operation-form";
import type { ShownSetting } from "./shown-setting";
import { useFreshPage } from "../ui/use-fresh-page";

/** Takes a new secret. */
export function SecretDialog({ setting, onClose }: { setting: ShownSetting; onClose: () => void }) {
  const t = useTranslations("settings.secret");
  const ui = useTranslations("ui");
  const refresh = useFreshPage();
  const { key, label, value } = setting;
  const form = useOperationForm({
    schema: async () => (await import("../../lib/features/options/schema")).secretValue,
    values: { value: "" },
    send: (values) => setOptionsAction({ items: [{ key, value: values.value }] }),
    done: () => {
      sayDone(t("done", { name: label }));
      onClose();
      void refresh();
    },
  });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={t("dialog", { name: label, is: value === "" ? "none" : "stored" })}
        description={t("dialogText")}
      >
        {/* A form inside another one's dialog: what is sent here is not sent there. */}
        <form
          noValidate
          onSubmit={(event) => {
            event.stopPropagation();
            void form.submit(event);
          }}
        >
          <Field label={t("value")} error={form.errorOf("value")}>
            <Input {...form.register("value")} type="password" autoComplete="new-password" />
          </Field>
          <Failure text={form.failure} />
          <DialogActions>
            <Button onClick={onClose}>{ui("cancel")}</Button>
            <Button look="strong" type="submit" disabled={form.isSubmitting}>
              {ui("save")}
            </Button>
          </DialogActions>
        </form>
      </DialogContent>
    </Dialog>
  );
}
