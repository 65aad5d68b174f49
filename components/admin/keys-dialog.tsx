"use client";
import { useTranslations } from "next-intl";
import { Dialog, DialogContent } from "../ui/dialog";
import { Kbd } from "../ui/kbd";
import { capsOf, keyNames, keys, type Place } from "../ui/keys";

type Props = { open: boolean; onOpenChange: (open: boolean) => void; here: readonly Place[] };

/** The list of keys on this page. */
export function KeysDialog({ open, onOpenChange, here }: Props) {
  const t = useTranslations("admin.keys");
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent title={t("title")}>
        {here.map((place) => (
          <section key={place} className="mb-4 last:mb-0">
            <h3 className="mb-1 text-[0.8rem] font-[560] text-soft">{t(`places.${place}`)}</h3>
            <dl>
              {keyNames
                .filter((name) => keys[name].place === place)
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
            </dl>
          </section>
        ))}
      </DialogContent>
    </Dialog>
  );
}
