"use client";
import { useTranslations } from "next-intl";
import { createMenuAction, updateMenuAction } from "../../app/admin/menus/actions";
import type { Menu } from "../../lib/features/menus/schema";
import { FormDialog } from "../resource/form-dialog";
import { fits } from "../resource/tree-moves";
import { TargetField } from "./target-field";

type Props = { menus: Menu[]; mostLevels: number; menu?: Menu; parentId: number | null; onClose: () => void };

/** Makes or changes an entry of the menu. */
export function MenuDialog({ menus, mostLevels, menu, parentId, onClose }: Props) {
  const t = useTranslations("menus");
  const parents = menus
    .filter(({ id, level }) => (menu ? fits(menus, menu.id, id, mostLevels) : level + 1 < mostLevels))
    .map(({ id, name, level }) => ({ id, name, depth: level }));
  return (
    <FormDialog
      title={t(menu ? "editTitle" : "newTitle")}
      words="menus"
      fields={[
        { name: "url", kind: "own", field: (props) => <TargetField {...props} /> },
        { name: "name", kind: "text" },
        { name: "parentId", kind: "choice", choices: [{ id: null, name: t("atTop") }, ...parents] },
        {
          name: "target",
          kind: "choice",
          choices: [
            { id: "_self", name: t("targets.same") },
            { id: "_blank", name: t("targets.new") },
          ],
        },
      ]}
      schema={async () => (await import("../../lib/features/menus/schema")).newMenu}
      values={{ url: menu?.url ?? "", name: menu?.name ?? "", parentId, target: menu?.target ?? "_self" }}
      record={menu}
      send={(values, asRead) =>
        menu ? updateMenuAction({ ...values, menuId: menu.id }, asRead) : createMenuAction(values)
      }
      done={({ name }) => t("saved", { name })}
      onClose={onClose}
    />
  );
}
