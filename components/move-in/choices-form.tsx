"use client";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { startAgainAction } from "../../app/admin/tools/move-in/actions";
import type { ImportOverview } from "../../lib/features/moving/imports/schema";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { Input } from "../ui/input";
import { Select } from "../ui/select";
import { inSession } from "../ui/session";
import { type Choices, choicesOf, isMeantFor, sentChoices } from "./choices";
import { pageOf } from "./list";
import { Offers } from "./offers";

type Props = { report: ImportOverview; username: string };

type SwitchProps = { id: string; label: ReactNode; hint: string; checked: boolean; onChange: (is: boolean) => void };

const Switch = ({ id, label, hint, checked, onChange }: SwitchProps) => (
  <label className="flex items-start gap-2.5">
    <input
      type="checkbox"
      className="mt-1"
      checked={checked}
      aria-describedby={id}
      onChange={({ target }) => onChange(target.checked)}
    />
    <span>
      {label}
      <span id={id} className="block text-[0.84rem] text-soft">
        {hint}
      </span>
    </span>
  </label>
);

/** After a dry run: what somebody may choose, another look with it, and the import itself. */
export function ChoicesForm({ report, username }: Props) {
  const t = useTranslations("imports.choices");
  const list = useTranslations("list");
  const router = useRouter();
  const [choices, setChoices] = useState(() => choicesOf(report));
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");
  const { kind, id } = report;
  const set = (change: Partial<Choices>) => setChoices((now) => ({ ...now, ...change }));
  const start = async (dryRun: boolean) => {
    setBusy(true);
    setFailure("");
    const answer = await inSession(() =>
      startAgainAction({ importId: id ?? 0, dryRun, ...sentChoices(kind, choices, report.choices, username) }),
    ).catch(() => null);
    if (!answer?.ok) {
      setBusy(false);
      const [first] = Object.values(answer?.error.fields ?? {});
      return setFailure(first ?? answer?.error.message ?? list("failed"));
    }
    router.push(pageOf(answer.data.id));
  };
  return (
    <form
      aria-labelledby="choices"
      className="grid content-start gap-4 rounded-lg border bg-raised p-4"
      onSubmit={(event) => {
        event.preventDefault();
        void start(false);
      }}
    >
      <h2 id="choices">{t("title")}</h2>
      {isMeantFor(kind, "as") && (
        <Field label={t("as")} hint={t(`asHints.${choices.as}`)}>
          <Select value={choices.as} onChange={({ target }) => set({ as: target.value as Choices["as"] })}>
            <option value="richtext">{t("richtext")}</option>
            <option value="markdown">{t("markdown")}</option>
          </Select>
        </Field>
      )}
      {isMeantFor(kind, "members") && (
        <Field label={t("members")} hint={t("membersHint")}>
          <Select
            value={choices.members}
            onChange={({ target }) => set({ members: target.value as Choices["members"] })}
          >
            {(["private", "draft", "publish"] as const).map((name) => (
              <option key={name} value={name}>
                {t(`memberTexts.${name}`)}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {isMeantFor(kind, "site") && (
        <Field label={t("site")} hint={t("siteHint")}>
          <Input
            type="url"
            inputMode="url"
            placeholder="https://"
            autoComplete="off"
            value={choices.site}
            onChange={({ target }) => set({ site: target.value })}
          />
        </Field>
      )}
      {isMeantFor(kind, "fetchMedia") && (
        <Switch
          id="fetch-media"
          label={t("fetchMedia")}
          hint={t("fetchMediaHint")}
          checked={choices.fetchMedia}
          onChange={(fetchMedia) => set({ fetchMedia })}
        />
      )}
      {isMeantFor(kind, "primaryTag") && (
        <Switch
          id="primary-tag"
          label={t("primaryTag")}
          hint={t("primaryTagHint")}
          checked={choices.primaryTag}
          onChange={(primaryTag) => set({ primaryTag })}
        />
      )}
      <Switch
        id="mine"
        label={t("mine")}
        hint={t("mineHint")}
        checked={choices.mine}
        onChange={(mine) => set({ mine })}
      />
      {isMeantFor(kind, "types") && <Offers left={report.left} choices={choices} onChange={set} />}
      {failure !== "" && (
        <p role="alert" className="text-wrong">
          {failure}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="strong" disabled={busy}>
          {t("start")}
        </Button>
        <Button disabled={busy} onClick={() => void start(true)}>
          {t("lookAgain")}
        </Button>
      </div>
      <p className="text-[0.84rem] text-soft">{t("kept")}</p>
    </form>
  );
}
