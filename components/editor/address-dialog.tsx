"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "../ui/button";
import { Dialog, DialogActions, DialogContent } from "../ui/dialog";
import { Field } from "../ui/field";
import { Input } from "../ui/input";

export type Asked = { what: "link" | "image"; selected: string };
type Props = { asked: Asked | null; onClose: () => void; onInsert: (markdown: string) => void };

const isAddress = (text: string) => /^(https?:\/\/|\/)\S+$/.test(text.trim());
const escaped = (text: string) => text.replace(/[[\]]/g, "\\$&");
const target = (address: string) =>
  /[\s()]/.test(address) ? `<${address.replace(/[<>]/g, encodeURIComponent)}>` : address;

/** Asks for the address of a link or picture, and its words. */
export function AddressDialog({ asked, onClose, onInsert }: Props) {
  return (
    <Dialog open={asked !== null} onOpenChange={(open) => !open && onClose()}>
      {asked && <Questions key={asked.what} asked={asked} onInsert={onInsert} onClose={onClose} />}
    </Dialog>
  );
}

function Questions({
  asked: { what, selected },
  onInsert,
  onClose,
}: { asked: Asked } & Pick<Props, "onInsert" | "onClose">) {
  const t = useTranslations("editor.address");
  const [address, setAddress] = useState(isAddress(selected) ? selected.trim() : "");
  const [words, setWords] = useState(isAddress(selected) ? "" : selected);
  const send = () =>
    onInsert(
      `${what === "image" ? "!" : ""}[${escaped(words.trim() || (what === "link" ? address.trim() : ""))}](${target(address.trim())})`,
    );
  return (
    <DialogContent title={t(what)}>
      <form
        className="grid gap-3.5"
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          if (address.trim() !== "") send();
        }}
      >
        <Field label={t("address")} hint={t("addressHint")}>
          <Input
            value={address}
            onChange={(event) => setAddress(event.target.value)}
            inputMode="url"
            autoComplete="off"
            required
            autoFocus
          />
        </Field>
        <Field label={t(what === "image" ? "alt" : "words")} hint={what === "image" ? t("altHint") : undefined}>
          <Input value={words} onChange={(event) => setWords(event.target.value)} autoComplete="off" />
        </Field>
        <DialogActions>
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button look="strong" type="submit">
            {t("insert")}
          </Button>
        </DialogActions>
      </form>
    </DialogContent>
  );
}
