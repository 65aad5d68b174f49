import { SettingsView } from "../../../components/settings/settings-view";
import type { Group } from "../../../components/settings/shown-setting";
import { optionGroups } from "../../../lib/core/setting-kinds";
import { foundSetting, readSettings } from "./shown-settings";

export type SettingsProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** The page of one group; words of settings come with them, since only this page needs them. */
export async function SettingsPage({ group, searchParams }: SettingsProps & { group: Group }) {
  const [settings, { setting }] = await Promise.all([readSettings(), searchParams]);
  return <SettingsView groups={optionGroups} group={group} settings={settings} found={foundSetting(setting)} />;
}
