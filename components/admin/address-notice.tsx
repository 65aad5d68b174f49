"use client";
import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useSyncExternalStore } from "react";
import { setOptionsAction } from "../../app/admin/options/actions";
import { Button } from "../ui/button";
import { useAction } from "../ui/use-action";
import { useDesk } from "./desk";

const never = () => () => undefined;

/** Warns that this browser uses another address than the one in the site's links, feeds and mails. */
export function AddressNotice() {
  const t = useTranslations("admin.address");
  const { shell, may } = useDesk();
  const { siteUrl, siteUrlIsSet } = shell;
  const mayMoveSite = !siteUrlIsSet && may("manage options");
  const { run, isBusy } = useAction();
  // Only the browser knows; the server renders as if it were the same.
  const here = useSyncExternalStore(
    never,
    () => window.location.origin,
    () => siteUrl,
  );
  if (here === siteUrl) return null;
  const move = () =>
    run(() => setOptionsAction({ items: [{ key: "site_url", type: "INTERNAL", value: here }] }), t("moved", { here }));
  return (
    <section
      aria-label={t("title")}
      className="mb-4 flex flex-wrap items-center gap-3 rounded-md border border-rule bg-raised p-3 text-[0.9rem]"
    >
      <TriangleAlert aria-hidden className="size-4 shrink-0 text-soft" />
      <p className="min-w-60 grow basis-0 break-words">
        {t("text", { here, there: siteUrl })} {!mayMoveSite && t("ask")}
      </p>
      {mayMoveSite && (
        <Button size="small" disabled={isBusy} onClick={move} className="max-w-full truncate">
          {t("move")}
        </Button>
      )}
    </section>
  );
}
