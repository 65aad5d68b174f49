"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { startAgainAction } from "../../app/admin/tools/move-in/actions";
import type { ImportOverview } from "../../lib/features/moving/imports/schema";
import { Button } from "../ui/button";
import { CheckField } from "../ui/check-field";
import { Field } from "../ui/field";
import { Input } from "../ui/input";
import { Select } from "../ui/select";
import { inSession } from "../ui/session";
import { type Choices, choicesOf, isMeantFor, sentChoices } from "./choices";
import { pageOf } from "./list";
import { Authors, Offers } from "./offers";
import { useDashboardRouter } from "../ui/use-dashboard-router";

type Props = { report: ImportOverview; username: string };

const dialects = ["hexo", "hugo", "jekyll", "plain"] as const;

/** After a dry run: what somebody may choose, another look with it, and the import itself. */
export function ChoicesForm({ report, username }: Props) {
  const t = useTranslations("imports.choices");
  const list = useTranslations("list");
  const router = useDashboardRouter();
  const [choices, setChoices] = useState(() => choicesOf(report));
  const [busy, setBusy] = useState(false);
  const [failures, setFailures] = useState<Record<string, string>>({});
  const { kind, id } = report;
  const set = (change: Partial<Choices>) => setChoices((now) => ({ ...now, ...change }));
  const start = async (dryRun: boolean) => {
    setBusy(true);
    setFailures({});
    const answer = await inSession(() =>
      startAgainAction({ importId: id ?? 0, dryRun, ...sentChoices(kind, choices, report.choices, username) }),
    );
    if (!answer?.ok) {
      setBusy(false);
      const { fields = {}, message = list("failed") } = answer?.error ?? {};
      return setFailures(Object.keys(fields).length > 0 ? fields : { "": message });
    }
    router.push(pageOf(answer.data.id));
  };
  // Those of authors stand at their fields.
  const [, failure] = Object.entries(failures).find(([field]) => !field.startsWith("authorMap.")) ?? [];
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
      {isMeantFor(kind, "dialect") && (
        <>
          <Field label={t("dialect")} hint={t("dialectHint")}>
            <Select
              value={choices.dialect}
              onChange={({ target }) => set({ dialect: target.value as Choices["dialect"] })}
            >
              <option value="">{t("dialectFound")}</option>
              {dialects.map((name) => (
                <option key={name} value={name}>
                  {t(`dialects.${name}`)}
                </option>
              ))}
            </Select>
          </Field>
          <Field label={t("slugFrom")} hint={t("slugFromHint")}>
            <Select
              value={choices.slugFrom}
              onChange={({ target }) => set({ slugFrom: target.value as Choices["slugFrom"] })}
            >
              <option value="file">{t("slugFromFile")}</option>
              <option value="title">{t("slugFromTitle")}</option>
            </Select>
          </Field>
        </>
      )}
      {isMeantFor(kind, "fetchMedia") && (
        <CheckField
          label={t("fetchMedia")}
          hint={t("fetchMediaHint")}
          checked={choices.fetchMedia}
          onChange={({ target }) => set({ fetchMedia: target.checked })}
        />
      )}
      {isMeantFor(kind, "primaryTag") && (
        <CheckField
          label={t("primaryTag")}
          hint={t("primaryTagHint")}
          checked={choices.primaryTag}
          onChange={({ target }) => set({ primaryTag: target.checked })}
        />
      )}
      <CheckField
        label={t("mine")}
        hint={t("mineHint")}
        checked={choices.mine}
        onChange={({ target }) => set({ mine: target.checked })}
      />
      {isMeantFor(kind, "authorMap") && !choices.mine && (
        <Authors left={report.left} choices={choices} failures={failures} onChange={set} />
      )}
      {isMeantFor(kind, "types") && <Offers left={report.left} choices={choices} onChange={set} />}
      {failure !== undefined && (
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
