"use client";
import { MoreHorizontal } from "lucide-react";
import { useTranslations } from "next-intl";
import { MenuButton } from "../ui/menu-button";
import type { MenuEntry } from "../ui/menu-choices";
import { Link } from "../ui/link";
import { useListing } from "./listing";
import type { Action, AnyInput, Row } from "./resource";

type AnyAction = Action<Row, AnyInput>;

const changes = (action: AnyAction) => "send" in action || "dialog" in action || "inPlace" in action;

/** The actions on one row: first what leads somewhere, then what changes it. */
export function RowMenu({ row }: { row: Row }) {
  const { resource, isBusyWith, actionsOn, act } = useListing();
  const t = useTranslations(resource.words);
  const kit = useTranslations("list");
  const actions = actionsOn(row);
  if (actions.length === 0) return null;
  const entries = () =>
    actions.map((action, at): MenuEntry => {
      const before = actions[at - 1];
      return {
        label: t(`actions.${action.name}`),
        icon: action.icon,
        grave: action.grave,
        apart: before && !changes(before) && changes(action),
        ...("href" in action
          ? { link: <Link href={action.href(row)} /> }
          : "leavesFor" in action
            ? // oxlint-disable-next-line jsx-a11y/anchor-has-content -- the menu puts the words into it
              { link: <a href={action.leavesFor(row)} /> }
            : { run: () => act(action, row) }),
      };
    });
  return (
    <MenuButton
      entries={entries}
      look="quiet"
      size="smallIcon"
      disabled={isBusyWith([row.id])}
      aria-label={kit("actionsFor", { name: resource.nameOf(row) })}
    >
      <MoreHorizontal aria-hidden />
    </MenuButton>
  );
}
