"use client";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { renewRecoveryCodesAction, setMfaAction, turnMfaOffAction } from "../../app/admin/security/actions";
import {
  anyCode,
  currentCode,
  mfaChange,
  type MfaKeyOffer,
  tidyCode,
} from "../../lib/features/accounts/credentials-schema";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { Input } from "../ui/input";
import { sayDone } from "../ui/toaster";
import { useOperationForm } from "../ui/use-operation-form";
import { Failure } from "../ui/failure";

/** Normalises a typed code: spaces and full-width digits are accepted. */
const tidied = { setValueAs: (typed: string | undefined) => tidyCode(typed ?? "") };

type FormProps = {
  submit: () => Promise<void>;
  failure: string | undefined;
  isSubmitting: boolean;
  label: string;
  onCancel: () => void;
  children: ReactNode;
};

function CodeForm({ submit, failure, isSubmitting, label, onCancel, children }: FormProps) {
  const ui = useTranslations("ui");
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {children}
      <Failure text={failure} />
      <div className="flex flex-wrap gap-2">
        <Button look="strong" type="submit" disabled={isSubmitting}>
          {label}
        </Button>
        <Button onClick={onCancel}>{ui("cancel")}</Button>
      </div>
    </form>
  );
}

/** Makes new recovery codes for a code of the phone; the old ones end. */
export function Renew({ onCodes, onCancel }: { onCodes: (codes: string[]) => void; onCancel: () => void }) {
  const t = useTranslations("security");
  const { register, submit, errorOf, failure, isSubmitting } = useOperationForm({
    schema: async () => currentCode,
    values: { authcode: "" },
    send: (values) => renewRecoveryCodesAction(values),
    done: ({ recoveryCodes }) => onCodes(recoveryCodes ?? []),
  });
  return (
    <CodeForm submit={submit} failure={failure} isSubmitting={isSubmitting} label={t("renew")} onCancel={onCancel}>
      <p className="text-soft">{t("renewText")}</p>
      <Field label={t("code")} hint={t("codeHint")} error={errorOf("authcode")}>
        <Input
          {...register("authcode", tidied)}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          className="max-w-40"
        />
      </Field>
    </CodeForm>
  );
}

/** Turns the second factor off, with a code of the phone or a recovery code. */
export function TurnOff({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const t = useTranslations("security");
  const { register, submit, errorOf, failure, isSubmitting } = useOperationForm({
    schema: async () => anyCode,
    values: { code: "" },
    send: async (values) => {
      const answer = await turnMfaOffAction(values);
      // The operation gives the field its name in the API.
      return answer.ok || !answer.error.fields.authcode
        ? answer
        : { ok: false as const, error: { ...answer.error, fields: { code: answer.error.fields.authcode } } };
    },
    done: () => {
      sayDone(t("turnedOff"));
      onDone();
    },
  });
  return (
    <CodeForm submit={submit} failure={failure} isSubmitting={isSubmitting} label={t("turnOff")} onCancel={onCancel}>
      <Field label={t("offCode")} hint={t("offCodeHint")} error={errorOf("code")}>
        <Input
          {...register("code")}
          autoComplete="one-time-code"
          spellCheck={false}
          autoCapitalize="none"
          autoFocus
          className="max-w-56"
        />
      </Field>
    </CodeForm>
  );
}

/** Turns the second factor on: shows the key for the phone and asks for a code of it. */
export function SetUp({
  offer,
  onCancel,
  onCodes,
}: {
  offer: MfaKeyOffer;
  onCancel: () => void;
  onCodes: (codes: string[]) => void;
}) {
  const t = useTranslations("security");
  const { register, submit, errorOf, failure, isSubmitting } = useOperationForm({
    schema: async () => mfaChange,
    values: { authcode: "", mfaKey: offer.mfaKey, mfaType: "TFA_TOTP", currentPassword: "" },
    send: ({ currentPassword, ...change }) => setMfaAction({ ...change, ...(currentPassword && { currentPassword }) }),
    done: ({ recoveryCodes }) => onCodes(recoveryCodes ?? []),
  });
  return (
    <CodeForm submit={submit} failure={failure} isSubmitting={isSubmitting} label={t("confirm")} onCancel={onCancel}>
      <p>{t("scan")}</p>
      <img src={offer.qrImage} alt={t("qr")} width={200} height={200} className="rounded-md border bg-white p-1" />
      <p className="text-soft">
        {t("key")} <code className="break-all text-ink select-all">{offer.mfaKey.replace(/(.{4})(?=.)/g, "$1 ")}</code>
      </p>
      <Field label={t("code")} hint={t("codeHint")} error={errorOf("authcode") ?? errorOf("mfaKey")}>
        <Input
          {...register("authcode", tidied)}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          className="max-w-40"
        />
      </Field>
      <Field label={t("currentPassword")} hint={t("currentPasswordHint")} error={errorOf("currentPassword")}>
        <Input {...register("currentPassword")} type="password" autoComplete="current-password" className="max-w-80" />
      </Field>
    </CodeForm>
  );
}
