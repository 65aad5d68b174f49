"use client";
import { useTranslations } from "next-intl";

import { Dialog, DialogContent } from "../ui/dialog";
import { Kbd } from "../ui/kbd";
import { capsOf, type KeyName, keyNames, keys, type Place } from "../ui/keys";

/** A letter and what it does. */
export type Letter = { key: string; label: string };

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  here: readonly Place[];
  letters: readonly Letter[];
};

/** The list of keys on this page. */
export function KeysDialog({ open, onOpenChange, here, letters }: Props) {
  const t = useTranslations("admin.keys");
  /** A list may have its own use of a letter. */
  const isTaken = (name: KeyName) => letters.some(({ key }) => key === keys[name].key);
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent title={t("title")}>
        {here.map((place) => (
          <section key={place} className="mb-4 last:mb-0">
            <h3 className="mb-1 text-[0.8rem] font-[560] text-soft">{t(`places.${place}`)}</h3>
            <dl>
              {keyNames
                .filter((name) => keys[name].place === place && !(place === "list" && isTaken(name)))
                .map((name) => (
                  <div key={name} className="flex items-baseline justify-between gap-4 border-b py-1.5 last:border-0">
                    <dt>{t(`names.${name}`)}</dt>
                    <dd className="flex shrink-0 gap-1">
                      {capsOf(name).map((cap) => (
                        <Kbd key={cap}>{cap}</Kbd>
                      ))}
                    </dd>
                  </div>
                ))}
              {place === "list" &&
                letters.map(({ key, label }) => (
                  <div key={key} className="flex items-baseline justify-between gap-4 border-b py-1.5 last:border-0">
                    <dt>{label}</dt>
                    <dd>
                      <Kbd>{key.toUpperCase()}</Kbd>
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </DialogContent>
    </Dialog>
  );
}
