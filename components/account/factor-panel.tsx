"use client";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { generateMfaKeyAction, setMfaAction } from "../../lib/auth/actions";
import { mfaSettings, type MfaKeyOffer, type Security } from "../../lib/auth/schema";
import { StateDot } from "../ui/badge";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { Input } from "../ui/input";
import { sayFailed } from "../ui/toaster";
import { useFailureText } from "../ui/use-failure-text";
import { useOperationForm } from "../ui/use-operation-form";
import { Failure } from "./failure";
import { Panel } from "./panel";
import { RecoveryCodes } from "./recovery-codes";
import { Renew, tidied, TurnOff } from "./factor-forms";

/** No factor is on yet, so there is nothing this could be checked against. */
const NO_CODE = "000000";

/** The second factor: off, being set up, its recovery codes (once), or on. */
export function FactorPanel({ security }: { security: Security }) {
  const t = useTranslations("security");
  const failureText = useFailureText();
  const router = useRouter();
  const [offer, setOffer] = useState<MfaKeyOffer | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const [asking, setAsking] = useState<"renew" | "off" | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isOn = security.mfaType !== "NONE";

  const begin = async () => {
    setBusy(true);
    const answer = await generateMfaKeyAction({ authcode: NO_CODE });
    setBusy(false);
    if (answer.ok) setOffer(answer.data);
    else sayFailed(failureText(answer.error));
  };
  const end = () => {
    setOffer(null);
    setCodes(null);
    setAsking(null);
    router.refresh();
  };
  return (
    <Panel title={t("factor")} text={t("factorText")}>
      {codes ? (
        <RecoveryCodes codes={codes} onDone={end} />
      ) : offer ? (
        <Confirm offer={offer} onCancel={() => setOffer(null)} onCodes={setCodes} />
      ) : (
        <>
          <p className="mb-4">
            <StateDot dot={isOn ? "good" : "quiet"}>{isOn ? t("isOn") : t("isOff")}</StateDot>
            {isOn && <span className="text-soft"> · {t("codesLeft", { count: security.recoveryCodesLeft })}</span>}
          </p>
          {asking === "renew" ? (
            <Renew onCodes={setCodes} onCancel={() => setAsking(null)} />
          ) : asking === "off" ? (
            <TurnOff onDone={end} onCancel={() => setAsking(null)} />
          ) : isOn ? (
            <div className="flex flex-wrap gap-2">
              <Button onClick={() => setAsking("renew")}>{t("renew")}</Button>
              <Button onClick={() => setAsking("off")}>{t("turnOff")}</Button>
            </div>
          ) : (
            <Button look="strong" disabled={isBusy} onClick={() => void begin()}>
              {t("turnOn")}
            </Button>
          )}
        </>
      )}
    </Panel>
  );
}

function Confirm({ offer, onCancel, onCodes }: { offer: MfaKeyOffer; onCancel: () => void; onCodes: (codes: string[]) => void }) {
  const t = useTranslations("security");
  const ui = useTranslations("ui");
  const { register, submit, errorOf, failure, isSubmitting } = useOperationForm({
    schema: mfaSettings,
    values: { authcode: "", mfaKey: offer.mfaKey, mfaType: "TFA_TOTP" },
    send: setMfaAction,
    done: ({ recoveryCodes }) => onCodes(recoveryCodes ?? []),
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
      <p>{t("scan")}</p>
      <img src={offer.qrImage} alt={t("qr")} width={200} height={200} className="rounded-md border bg-white p-1" />
      <p className="text-soft">
        {t("key")} <code className="break-all text-ink select-all">{offer.mfaKey.replace(/(.{4})(?=.)/g, "$1 ")}</code>
      </p>
      <Field label={t("code")} hint={t("codeHint")} error={errorOf("authcode") ?? errorOf("mfaKey")}>
        <Input {...register("authcode", tidied)} inputMode="numeric" autoComplete="one-time-code" autoFocus className="max-w-40" />
      </Field>
      <Failure text={failure} />
      <div className="flex flex-wrap gap-2">
        <Button look="strong" type="submit" disabled={isSubmitting}>
          {t("confirm")}
        </Button>
        <Button onClick={onCancel}>{ui("cancel")}</Button>
      </div>
    </form>
  );
}
