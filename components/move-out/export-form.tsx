"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { createExportAction } from "../../app/admin/tools/move-out/actions";
import { Button } from "../ui/button";
import { useAction } from "../ui/use-action";

const kinds = ["everything", "public"] as const;

/** Says what is to be in the export, and starts it. */
export function ExportForm({ isRunning }: { isRunning: boolean }) {
  const t = useTranslations("moveOut");
  const { run, isBusy } = useAction();
  const [kind, setKind] = useState<(typeof kinds)[number]>("everything");
  const [withPersonal, setWithPersonal] = useState(false);
  const isPublic = kind === "public";
  const start = () =>
    run(() => createExportAction({ public: isPublic, ...(!isPublic && { personalData: withPersonal }) }), t("begun"));
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        start();
      }}
    >
      <fieldset className="grid gap-2.5">
        <legend className="mb-2 text-[0.82rem] font-[540]">{t("what")}</legend>
        {kinds.map((name) => (
          <label key={name} className="flex items-start gap-2.5">
            <input
              type="radio"
              name="what"
              className="mt-1"
              checked={kind === name}
              onChange={() => setKind(name)}
              aria-describedby={`what-${name}`}
            />
            <span>
              {t(name)}
              <span id={`what-${name}`} className="block text-[0.84rem] text-soft">
                {t(`${name}Text`)}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      {!isPublic && (
        <label className="flex items-start gap-2.5">
          <input
            type="checkbox"
            className="mt-1"
            checked={withPersonal}
            onChange={({ target }) => setWithPersonal(target.checked)}
            aria-describedby="with-personal"
          />
          <span>
            {t("withPersonal")}
            <span id="with-personal" className="block text-[0.84rem] text-soft">
              {t("withPersonalText")}
            </span>
          </span>
        </label>
      )}
      <p className="text-[0.88rem]">{t(isPublic ? "noPasswords" : "passwords")}</p>
      <Button type="submit" look="strong" className="justify-self-start" disabled={isBusy || isRunning}>
        {t("start")}
      </Button>
    </form>
  );
}
