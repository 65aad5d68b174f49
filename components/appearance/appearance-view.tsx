"use client";
import { clsx } from "clsx";
import { ExternalLink, Play } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { AppearanceDraft } from "../../lib/features/options/schema";
import { Page } from "../admin/page";
import { Jump } from "../settings/jump";
import { SaveBar } from "../settings/save-bar";
import type { ShownSetting } from "../settings/shown-setting";
import { useGroupForm, type Values } from "../settings/use-group-form";
import { Button } from "../ui/button";
import { UnsavedGuard } from "../ui/unsaved-guard";
import { IconSample } from "./icon-sample";
import { OptionField } from "./option-field";
import { Preview, type PreviewPage, type PreviewScheme } from "./preview";
import { codeKeys, type Section, sectionNames, sections } from "./sections";
import { usePreview } from "./use-preview";

type Props = {
  settings: readonly ShownSetting[];
  siteTitle: string;
  pages: readonly PreviewPage[];
  /** The setting that the address names. */
  found: string | null;
};

const pick = (values: Values, wanted: (key: string) => boolean): Values =>
  Object.fromEntries(Object.entries(values).filter(([key]) => wanted(key)));
const isCode = (key: string) => codeKeys.some((each) => each === key);
const withoutCode: Values = { code_head: "", code_end: "", code_hosts: "" };

/** What visitors see: the options at the left, their pages as these would make them at the right. */
export function AppearanceView({ settings, siteTitle, pages, found }: Props) {
  const t = useTranslations("appearance");
  const { form, values, changed, bar } = useGroupForm("appearance", settings);
  const [scheme, setScheme] = useState<PreviewScheme>("set");
  const [part, setPart] = useState<"options" | "preview">("options");
  // Code that is half typed, or that stopped the page, runs only when it is asked for.
  const [tried, setTried] = useState<Values>(withoutCode);
  const draft = {
    ...pick(changed, (key) => !isCode(key)),
    ...(scheme !== "set" && { site_scheme: scheme }),
    ...tried,
  } as AppearanceDraft;
  const preview = usePreview(draft);
  const code = pick(values, isCode);
  const hasCode = Object.values(code).some((text) => text.trim() !== "");
  const isTried = Object.entries(code).every(([key, text]) => tried[key] === text);

  const option = (key: string) => {
    const setting = settings.find((each) => each.key === key);
    if (!setting) return null;
    const error = form.errorOf(key, (type) => (type === "too_long" ? undefined : setting.wrong));
    return (
      <div key={key} id={`setting-${key}`} className={clsx("scroll-m-24", key === found && "rounded-md bg-accent/8")}>
        <OptionField
          setting={setting}
          value={values[key] ?? ""}
          field={form.register(key)}
          onValue={(value) => form.setValue(key, value, { shouldDirty: true, shouldValidate: true })}
          {...(error && { error })}
        />
        {key === "site_icon" && <IconSample url={values.site_icon ?? ""} title={siteTitle} />}
      </div>
    );
  };
  const below = (section: Section) =>
    section === "code" && (
      <div className="flex flex-wrap items-center gap-2">
        <Button
          size="small"
          disabled={!hasCode || isTried}
          onClick={() => {
            setTried(code);
            preview.again();
            setPart("preview");
          }}
        >
          <Play aria-hidden />
          {t("tryCode")}
        </Button>
        <Button asChild size="small" look="quiet">
          <a href="/?plain" target="_blank" rel="noopener">
            <ExternalLink aria-hidden />
            {t("plain")}
          </a>
        </Button>
        <p className="basis-full text-[0.8rem] text-soft">{t("plainHint")}</p>
      </div>
    );
  return (
    <Page title={t("title")}>
      <div role="group" aria-label={t("parts")} className="mb-3 flex gap-1 lg:hidden">
        {(["options", "preview"] as const).map((each) => (
          <Button
            key={each}
            look="quiet"
            aria-pressed={each === part}
            className="aria-pressed:bg-ink/8 aria-pressed:text-ink"
            onClick={() => setPart(each)}
          >
            {t(each === "options" ? "showOptions" : "showPreview")}
          </Button>
        ))}
      </div>
      <div className="grid gap-5 lg:grid-cols-[minmax(20rem,26rem)_minmax(0,1fr)] lg:items-start">
        <form
          onSubmit={(event) => void form.submit(event)}
          noValidate
          aria-label={t("title")}
          aria-busy={form.isSubmitting}
          className={clsx("min-w-0 rounded-lg border bg-raised", part === "preview" && "max-lg:hidden")}
        >
          {sectionNames.map((section) => (
            <section
              key={section}
              aria-labelledby={`section-${section}`}
              className="grid gap-4 border-b px-5 py-5 max-sm:px-4"
            >
              <div>
                <h2 id={`section-${section}`}>{t(`sections.${section}`)}</h2>
                {section === "code" && <p className="mt-1 text-[0.86rem] text-soft">{t("codeText")}</p>}
              </div>
              {sections[section].map(option)}
              {below(section)}
            </section>
          ))}
          <SaveBar {...bar} />
        </form>
        <div
          className={clsx(
            "min-w-0 max-lg:h-[calc(100dvh-9rem)] lg:sticky lg:top-5 lg:h-[calc(100dvh-6.5rem)]",
            part === "options" && "max-lg:hidden",
          )}
        >
          <Preview {...preview} pages={pages} scheme={scheme} onScheme={setScheme} onAgain={preview.again} />
        </div>
      </div>
      <UnsavedGuard isDirty={Object.keys(changed).length > 0} />
      {found !== null && <Jump to={found} />}
    </Page>
  );
}
