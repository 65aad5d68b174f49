"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { foreseeAddressesAction } from "../../app/admin/settings/actions";
import type { Result } from "../../lib/doors/result";
import type { AddressChange } from "../../lib/features/site/schema";
import { UnsavedGuard } from "../ui/unsaved-guard";
import { AddressDialog } from "./address-dialog";
import { SaveBar } from "./save-bar";
import { SecretRow } from "./secret-row";
import { SettingRow } from "./setting-row";
import type { Group, ShownSetting } from "./shown-setting";
import { useGroupForm, type Values } from "./use-group-form";

/** The form of a group: changes are saved together, and can be undone together. */
export function GroupForm({
  group,
  settings,
  found,
}: {
  group: Group;
  settings: readonly ShownSetting[];
  found: string | null;
}) {
  const t = useTranslations("settings");
  const [asked, setAsked] = useState<{
    change: NonNullable<AddressChange>;
    some: boolean;
    answer: (is: boolean) => void;
  } | null>(null);

  /** Says what becomes of addresses, and asks; a refusal is returned. */
  async function agreed({
    site_url,
    post_permalink,
    site_timezone,
  }: Values): Promise<boolean | Extract<Result<never>, { ok: false }>> {
    if (site_url === undefined && post_permalink === undefined && site_timezone === undefined) return true;
    const foreseen = await foreseeAddressesAction({
      ...(site_url !== undefined && { site_url }),
      ...(post_permalink !== undefined && { post_permalink: post_permalink as "/{slug}" }),
      ...(site_timezone !== undefined && { site_timezone }),
    });
    if (!foreseen.ok) return foreseen;
    const change = foreseen.data;
    return (
      change === null ||
      new Promise((answer) =>
        setAsked({ change, some: site_url === undefined && post_permalink === undefined, answer }),
      )
    );
  }

  const { form, values, changed, bar } = useGroupForm(group, settings, agreed);
  const unsaved = Object.keys(changed).length;
  return (
    <>
      <form
        onSubmit={(event) => void form.submit(event)}
        noValidate
        aria-label={t(`group.${group}`)}
        aria-busy={form.isSubmitting}
        className="mb-6 rounded-lg border bg-raised"
      >
        <h2 className="px-5 pt-4 pb-1 max-sm:px-4">{t(`group.${group}`)}</h2>
        {settings.map((setting) =>
          setting.secret ? (
            <SecretRow key={setting.key} setting={setting} isFound={setting.key === found} />
          ) : (
            <SettingRow
              key={setting.key}
              setting={setting}
              isFound={setting.key === found}
              value={values[setting.key] ?? ""}
              field={form.register(setting.key)}
              onValue={(value) => form.setValue(setting.key, value, { shouldDirty: true, shouldValidate: true })}
              errorOf={(own) => form.errorOf(setting.key, own)}
            />
          ),
        )}
        <SaveBar {...bar} />
      </form>
      <UnsavedGuard isDirty={unsaved > 0} />
      {asked && (
        <AddressDialog
          change={asked.change}
          some={asked.some}
          onAnswer={(is) => {
            asked.answer(is);
            setAsked(null);
          }}
        />
      )}
    </>
  );
}
