"use client";
import { Pencil, Plus, SquareArrowOutUpRight, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { deleteMenuAction, placeMenusAction } from "../../app/admin/menus/actions";
import type { Menu } from "../../lib/features/menus/schema";
import { useDesk } from "../admin/desk";
import { Page, PageAction } from "../admin/page";
import { putBack } from "../admin/put-back";
import { ResourceTree } from "../resource/resource-tree";
import { Button } from "../ui/button";
import { Empty } from "../ui/empty";
import { late } from "../ui/late";
import { useAction } from "../ui/use-action";

const MenuDialog = late(async () => (await import("./menu-dialog")).MenuDialog);

type Doing = { what: "new"; parentId: number | null } | { what: "edit"; menu: Menu };

/** The site's menu as a tree. */
export function MenusView({ menus, mostLevels }: { menus: Menu[]; mostLevels: number }) {
  const t = useTranslations("menus");
  const mayManage = useDesk().may("manage menus");
  const [doing, setDoing] = useState<Doing | null>(null);
  const { run } = useAction();
  const stop = () => setDoing(null);
  const remove = ({ id, name }: { id: number; name: string }) =>
    run(
      () => deleteMenuAction({ menuId: id }),
      t("deleted", { name }),
      () => putBack("menu", [id]),
    );
  const begin = () => setDoing({ what: "new", parentId: null });
  return (
    <Page
      title={t("title")}
      action={menus.length > 0 ? <PageAction label={t("new")} onClick={begin} {...MenuDialog.opener} /> : undefined}
    >
      {menus.length === 0 ? (
        <Empty
          text={t("empty")}
          action={
            <Button look="strong" onClick={begin} {...MenuDialog.opener}>
              {t("new")}
            </Button>
          }
        />
      ) : (
        <ResourceTree
          rows={menus}
          label={t("title")}
          mayMove={mayManage}
          mostLevels={mostLevels}
          place={placeMenusAction}
          cellsOf={(menu, depth) => ({
            note: menu.target === "_blank" && (
              <span className="inline-flex items-center gap-1 text-[0.8rem] text-soft">
                <SquareArrowOutUpRight aria-hidden className="size-3" />
                {t("newWindow")}
              </span>
            ),
            below: menu.url,
            actions: [
              { label: t("edit"), icon: Pencil, onSelect: () => setDoing({ what: "edit", menu }) },
              ...(depth + 1 < mostLevels
                ? [{ label: t("newBelow"), icon: Plus, onSelect: () => setDoing({ what: "new", parentId: menu.id }) }]
                : []),
              { label: t("delete"), icon: Trash2, grave: true, onSelect: () => remove(menu) },
            ],
          })}
        />
      )}
      {doing?.what === "new" && (
        <MenuDialog menus={menus} mostLevels={mostLevels} parentId={doing.parentId} onClose={stop} />
      )}
      {doing?.what === "edit" && (
        <MenuDialog
          menus={menus}
          mostLevels={mostLevels}
          menu={doing.menu}
          parentId={doing.menu.parentId}
          onClose={stop}
        />
      )}
    </Page>
  );
}
