import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { optionGroups } from "../../../lib/core/setting-kinds";
import { SettingsPage, type SettingsProps } from "./settings-page";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("settings"))("title") };
}

/** The first group. */
export default function FirstSettingsPage(props: SettingsProps) {
  return <SettingsPage {...props} group={optionGroups[0]} />;
}
