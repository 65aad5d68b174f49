"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { generateMfaKeyAction } from "../../app/admin/security/actions";
import type { MfaKeyOffer, Security } from "../../lib/features/accounts/credentials-schema";
import { StateDot } from "../ui/badge";
import { Button } from "../ui/button";
import { late } from "../ui/late";
import { sayFailed } from "../ui/toaster";
import { Panel } from "./panel";
import { RecoveryCodes } from "./recovery-codes";
import { inSession } from "../ui/session";
import { useFreshPage } from "../ui/use-fresh-page";

const SetUp = late(async () => (await import("./factor-forms")).SetUp);
const Renew = late(async () => (await import("./factor-forms")).Renew);
const TurnOff = late(async () => (await import("./factor-forms")).TurnOff);

/** No factor is on yet, so there is no code to check. */
const NO_CODE = "000000";

/** The second factor: off, being set up, its recovery codes (once), or on. */
export function FactorPanel({ security }: { security: Security }) {
  const t = useTranslations("security");
  const list = useTranslations("list");
  const refresh = useFreshPage();
  const [offer, setOffer] = useState<MfaKeyOffer | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const [asking, setAsking] = useState<"renew" | "off" | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isOn = security.mfaType !== "NONE";

  const begin = async () => {
    setBusy(true);
    const answer = await inSession(() => generateMfaKeyAction({ authcode: NO_CODE }));
    setBusy(false);
    if (answer?.ok) setOffer(answer.data);
    else sayFailed(answer?.error.message ?? list("failed"));
  };
  const end = () => {
    setOffer(null);
    setCodes(null);
    setAsking(null);
    void refresh();
  };
  return (
    <Panel title={t("factor")} text={t("factorText")}>
      {codes ? (
        <RecoveryCodes codes={codes} onDone={end} />
      ) : offer ? (
        <SetUp offer={offer} onCancel={() => setOffer(null)} onCodes={setCodes} />
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
              <Button onClick={() => setAsking("renew")} {...Renew.opener}>
                {t("renew")}
              </Button>
              <Button onClick={() => setAsking("off")} {...TurnOff.opener}>
                {t("turnOff")}
              </Button>
            </div>
          ) : (
            <Button look="strong" disabled={isBusy} onClick={() => void begin()} {...SetUp.opener}>
              {t("turnOn")}
            </Button>
          )}
        </>
      )}
    </Panel>
  );
}
