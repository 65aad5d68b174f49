import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { notFound, redirect } from "next/navigation";
import { optionGroups } from "../../../../lib/core/setting-kinds";
import { SettingsPage, type SettingsProps } from "../settings-page";

type Props = SettingsProps & { params: Promise<{ group: string }> };

const groupOf = async ({ params }: Props) => {
  const { group } = await params;
  if (group === "appearance") redirect("/admin/appearance");
  return optionGroups.find((each) => each === group) ?? notFound();
};

export async function generateMetadata(props: Props): Promise<Metadata> {
  const [group, t] = await Promise.all([groupOf(props), getTranslations("settings")]);
  return { title: `${t(`group.${group}`)} · ${t("title")}` };
}

export default async function GroupPage(props: Props) {
  return <SettingsPage {...props} group={await groupOf(props)} />;
}
