"use client";
import { CircleAlert, CircleCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { testMailAction } from "../../app/admin/settings/actions";
import type { MailTestResult } from "../../lib/services/mail/schema";
import { Failure } from "../ui/failure";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { Input } from "../ui/input";
import { useOperationForm } from "../ui/use-operation-form";

/** Tries the mail settings, and says how far it came. */
export function MailTest() {
  const t = useTranslations("settings.mailTest");
  const [result, setResult] = useState<MailTestResult | null>(null);
  const form = useOperationForm({
    schema: async () => (await import("../../lib/services/mail/schema")).mailTestForm,
    values: { to: "" },
    send: ({ to }) => {
      setResult(null);
      return testMailAction(to === "" ? {} : { to });
    },
    done: setResult,
  });
  return (
    <section aria-label={t("title")} className="mb-6 rounded-lg border bg-raised p-5 max-sm:p-4">
      <h2>{t("title")}</h2>
      <p className="mt-1 text-soft">{t("text")}</p>
      <form noValidate onSubmit={(event) => void form.submit(event)} className="mt-4 flex flex-wrap items-start gap-2">
        <Field label={t("to")} hint={t("toHint")} error={form.errorOf("to")} className="max-w-80 grow basis-60">
          <Input {...form.register("to")} type="email" autoComplete="email" />
        </Field>
        <Button type="submit" disabled={form.isSubmitting} className="mt-[1.6rem]">
          {t(form.isSubmitting ? "sending" : "send")}
        </Button>
      </form>
      <Failure text={form.failure} />
      <div role="status">{result && <Answer {...result} />}</div>
    </section>
  );
}

function Answer({ sent, to, failedAt, answer }: MailTestResult) {
  const t = useTranslations("settings.mailTest");
  const Icon = sent ? CircleCheck : CircleAlert;
  return (
    <div className="mt-4 flex gap-2.5 border-t pt-4">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${sent ? "text-good" : "text-wrong"}`} />
      <div className="grid min-w-0 gap-1.5">
        <p className="font-[540] break-words">{t(sent ? "sent" : "failed", { to })}</p>
        <p>{failedAt ? t(`at.${failedAt}`) : t("sentText")}</p>
        {answer && (
          <p className="text-soft">
            {t("answer")}: <code className="text-[0.82rem] break-words text-ink">{answer}</code>
          </p>
        )}
      </div>
    </div>
  );
}
