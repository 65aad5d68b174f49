"use client";
import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Page } from "../admin/page";
import { Button } from "../ui/button";
import { mayLeaveFor } from "../ui/leaving";
import { Link } from "../ui/link";
import { Select } from "../ui/select";
import { GroupForm } from "./group-form";
import { Jump } from "./jump";
import { MailTest } from "./mail-test";
import { RemakePictures } from "./remake-pictures";
import { SettingSearch } from "./setting-search";
import { type Group, settingsAddress, type ShownSetting } from "./shown-setting";
import { useDashboardRouter } from "../ui/use-dashboard-router";

type Props = {
  groups: readonly Group[];
  group: Group;
  settings: readonly ShownSetting[];
  /** The setting that the address names. */
  found: string | null;
};

/** The settings of the site, a group on each page. */
export function SettingsView({ groups, group, settings, found }: Props) {
  const t = useTranslations("settings");
  const router = useDashboardRouter();
  const [jumps, setJumps] = useState(0);
  return (
    <Page title={t("title")}>
      <div className="grid max-w-5xl gap-x-8 gap-y-4 lg:grid-cols-[13rem_minmax(0,1fr)]">
        <div className="grid content-start gap-3 lg:sticky lg:top-5 lg:self-start">
          <SettingSearch settings={settings} groups={groups} onFound={() => setJumps((count) => count + 1)} />
          <Select
            className="w-full lg:hidden"
            aria-label={t("groups")}
            value={group}
            onChange={({ target }) => {
              const href = settingsAddress(groups, target.value as Group);
              if (mayLeaveFor(href)) router.push(href);
            }}
          >
            {groups.map((each) => (
              <option key={each} value={each}>
                {t(`group.${each}`)}
              </option>
            ))}
          </Select>
          <nav aria-label={t("groups")} className="max-lg:hidden">
            <ul className="grid gap-0.5">
              {groups.map((each) => (
                <li key={each}>
                  <Link
                    href={settingsAddress(groups, each)}
                    {...(each === group && { "aria-current": "page" as const })}
                    className={clsx(
                      "block rounded-md px-2.5 py-1.5 no-underline",
                      each === group ? "bg-ink/7 font-[560] text-ink" : "text-soft hover:bg-ink/5 hover:text-ink",
                    )}
                  >
                    {t(`group.${each}`)}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        </div>
        <div className="min-w-0">
          <GroupForm
            key={group}
            group={group}
            settings={settings.filter((setting) => setting.group === group)}
            found={found}
          />
          {group === "mail" && <MailTest />}
          {group === "uploads" && <RemakePictures />}
          {group === "backup" && (
            <Button asChild>
              <Link href="/admin/tools/backups">{t("toBackups")}</Link>
            </Button>
          )}
          {found !== null && <Jump key={`${group} ${found} ${jumps}`} to={found} />}
        </div>
      </div>
    </Page>
  );
}
