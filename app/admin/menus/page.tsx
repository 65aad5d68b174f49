import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { MenusView } from "../../../components/menus/menus-view";
import { read } from "../../../lib/doors/page";
import { listMenus } from "../../../lib/features/menus/queries";
import { MOST_LEVELS } from "../../../lib/features/menus/schema";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("menus"))("title") };
}

export default async function MenusPage() {
  return <MenusView menus={await read(listMenus, {})} mostLevels={MOST_LEVELS} />;
}
