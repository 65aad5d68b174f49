"use client";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Controller, useFormContext, useWatch } from "react-hook-form";
import { getMailingPlanAction, listMissingPathsAction, previewTextAction } from "../../app/admin/posts/actions";
import type { MailingPlan } from "../../lib/features/followers/schema";
import type { Post } from "../../lib/features/writing/schema";
import { Button } from "../ui/button";
import { Dialog, DialogActions, DialogContent } from "../ui/dialog";
import { Field, FieldError } from "../ui/field";
import { Input } from "../ui/input";
import { isKey } from "../ui/keys";
import { Select } from "../ui/select";
import { checkPost, type Finding, pathsOf } from "./checks";
import { SiteDateField } from "./site-date-field";
import type { Fields, Text } from "./edits";
import type { Contents } from "./text-view";
import { Findings } from "./findings";
import { useKind } from "./kind";
import { nextStep } from "./standing";

type Props = {
  open: boolean;
  onClose: () => void;
  post: Post | null;
  read: () => Text;
  contents: () => Contents;
  busy: boolean;
  now: Date;
  onGo: (line: number) => void;
  onPublish: () => void;
};

/** The dialog before publication: when, for whom, at which address, with the checks. */
export function PublishDialog({ open, onClose, ...rest }: Props) {
  const t = useTranslations("editor.publish");
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()}>
      <DialogContent title={t("title")} description={t("text")}>
        {open && <Questions {...rest} onClose={onClose} />}
      </DialogContent>
    </Dialog>
  );
}

/** Checks the edits on screen; those that need the server follow a moment later. */
function useFindings(read: () => Text, contents: () => Contents): Finding[] {
  const { getValues } = useFormContext<Fields>();
  const [known, setKnown] = useState<{ missing: string[]; anchors: string[] | null }>({ missing: [], anchors: null });
  const [text] = useState(read);
  const [parts] = useState(contents);
  useEffect(() => {
    const paths = pathsOf(parts.links).slice(0, 200);
    void Promise.all([listMissingPathsAction({ paths }), previewTextAction(text)])
      .then(([missing, preview]) =>
        setKnown({
          missing: missing.ok ? missing.data.missing : [],
          anchors: preview.ok
            ? [...new DOMParser().parseFromString(preview.data.html, "text/html").querySelectorAll("[id]")].map(
                ({ id }) => id.replace(/^t-/, ""),
              )
            : null,
        }),
      )
      .catch(() => undefined);
  }, [text, parts]);
  return checkPost({ title: getValues("title"), summary: getValues("summary"), ...parts }, known);
}

/** Says how many followers get it by mail, where it is mailed, and lets its author leave that. */
function MailQuestion({ post }: { post: Post | null }) {
  const t = useTranslations("editor.publish");
  const kind = useKind();
  const { register } = useFormContext<Fields>();
  const [plan, setPlan] = useState<MailingPlan | null>(null);
  const postId = post?.id ?? null;
  useEffect(() => {
    if (kind.name !== "post") return;
    void getMailingPlanAction({ postId })
      .then((found) => setPlan(found.ok ? found.data : null))
      .catch(() => undefined);
  }, [kind.name, postId]);
  if (!plan?.isDue) return null;
  return (
    <label className="flex items-start gap-2">
      <input type="checkbox" className="mt-1" {...register("mailFollowers")} />
      <span>
        {t("mail", { count: plan.followers })}
        <span className="block text-[0.8rem] text-soft">{t("mailHint")}</span>
      </span>
    </label>
  );
}

const HALF_HOUR = 30 * 60_000;
/** The next full hour that is half an hour away at least. */
const soon = () => new Date(Math.ceil((Date.now() + HALF_HOUR) / (2 * HALF_HOUR)) * 2 * HALF_HOUR).toISOString();

function Questions({ post, read, contents, busy, now, onGo, onPublish, onClose }: Omit<Props, "open">) {
  const t = useTranslations("editor.publish");
  const s = useTranslations("editor.settings");
  const { register, control, formState } = useFormContext<Fields>();
  const [createTime, title, visibility] = useWatch({ control, name: ["createTime", "title", "visibility"] });
  const [dated, setDated] = useState(createTime !== "");
  const findings = useFindings(read, contents);
  const steps = useTranslations("editor.steps");
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onPublish();
      }}
      onKeyDown={(event) => {
        if (!isKey("publish", event)) return;
        event.preventDefault();
        if (!busy && title.trim() !== "") onPublish();
      }}
    >
      <Controller
        control={control}
        name="createTime"
        render={({ field }) => (
          <fieldset className="grid gap-2">
            <legend className="mb-1.5 text-[0.82rem] font-[540]">{t("when")}</legend>
            <label className="flex items-center gap-2">
              <input
                type="radio"
                name="when"
                checked={!dated}
                onChange={() => {
                  setDated(false);
                  field.onChange("");
                }}
              />
              {t(post?.publishedTime ? "asItWas" : "now")}
            </label>
            <label className="flex items-center gap-2">
              <input
                type="radio"
                name="when"
                checked={dated}
                onChange={() => {
                  setDated(true);
                  // Without a date it would be published at once.
                  if (field.value === "") field.onChange(soon());
                }}
              />
              {t("at")}
            </label>
            {dated && <SiteDateField aria-label={t("at")} value={field.value} onChange={field.onChange} />}
            <FieldError error={formState.errors.createTime?.message} />
          </fieldset>
        )}
      />
      <Field label={s("visibility")}>
        <Select {...register("visibility")}>
          <option value="PUBLISHED">{s("everyone")}</option>
          <option value="INTIMATE">{s("intimate")}</option>
        </Select>
      </Field>
      <Field label={s("slug")} error={formState.errors.slug?.message}>
        <Input
          placeholder={post?.slug ?? s("slugFromTitle")}
          autoComplete="off"
          spellCheck={false}
          {...register("slug")}
        />
      </Field>
      {visibility === "PUBLISHED" && <MailQuestion post={post} />}
      <section aria-label={t("checks")}>
        <h3 className="mb-1.5 text-[0.82rem] font-[540]">{t("checks")}</h3>
        <Findings findings={findings} onGo={onGo} />
      </section>
      <DialogActions>
        <Button onClick={onClose}>{t("cancel")}</Button>
        <Button look="strong" type="submit" disabled={busy || title.trim() === ""}>
          {steps(nextStep(post, { visibility, createTime }, now))}
        </Button>
      </DialogActions>
    </form>
  );
}
