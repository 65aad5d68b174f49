"use client";
import { useTranslations } from "next-intl";
import { Button } from "../ui/button";
import { Dialog, DialogActions, DialogClose, DialogContent } from "../ui/dialog";
import { Field } from "../ui/field";
import { Input } from "../ui/input";
import { CopyButton } from "./copy-button";

/** A link with a secret, or a secret itself, shown once. */
export function LinkDialog({
  title,
  text,
  url,
  label,
  onClose,
}: {
  title: string;
  text: string;
  url: string;
  /** What it is called, where it is another secret than a link. */
  label?: string;
  onClose: () => void;
}) {
  const t = useTranslations("users");
  const ui = useTranslations("ui");
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent title={title} description={text}>
        <Field label={label ?? t("link")}>
          <Input readOnly value={url} onFocus={(event) => event.target.select()} />
        </Field>
        <DialogActions>
          <CopyButton text={url} />
          <DialogClose asChild>
            <Button look="strong">{ui("close")}</Button>
          </DialogClose>
        </DialogActions>
      </DialogContent>
    </Dialog>
  );
}
