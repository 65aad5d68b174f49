"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { createTokenAction } from "../../app/admin/tokens/actions";
import { LinkDialog } from "../account/link-dialog";
import { FormDialog } from "../resource/form-dialog";

const DAY_MS = 86_400_000;
const lifetimes = [7, 30, 90, 365];
const USUAL_DAYS = 90;

/** Makes an access token, which is shown once. */
export function TokenDialog({ scopes, onClose }: { scopes: readonly string[]; onClose: () => void }) {
  const t = useTranslations("tokens");
  const [token, setToken] = useState<string | null>(null);
  const [ends] = useState(() =>
    lifetimes.map((days) => ({ days, end: new Date(Date.now() + days * DAY_MS).toISOString() })),
  );
  if (token !== null)
    return <LinkDialog title={t("made")} text={t("madeText")} label={t("token")} url={token} onClose={onClose} />;
  return (
    <FormDialog
      title={t("new")}
      words="tokens"
      fields={[
        { name: "name", kind: "text" },
        {
          name: "scopes",
          kind: "checks",
          choices: scopes.map((scope) => ({
            value: scope,
            label: t(`scopeNames.${scope.replace(":", "_")}`),
            hint: scope,
          })),
        },
        {
          name: "expireTime",
          word: "lifetime",
          kind: "choice",
          choices: ends.map(({ days, end }) => ({ id: end, name: t("days", { count: days }) })),
        },
      ]}
      schema={async () => (await import("../../lib/features/accounts/credentials-schema")).newPersonalToken}
      values={{
        name: "",
        scopes: ["content:read"],
        expireTime: ends.find(({ days }) => days === USUAL_DAYS)?.end ?? null,
      }}
      send={(values) => createTokenAction(values)}
      done={(made) => {
        setToken(made.token);
        return null;
      }}
      onClose={onClose}
      action={t("make")}
    />
  );
}
