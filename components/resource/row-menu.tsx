"use client";
import { MoreHorizontal } from "lucide-react";
import { useTranslations } from "next-intl";
import { Fragment } from "react";
import { Button } from "../ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "../ui/dropdown-menu";
import { Link } from "../ui/link";
import { useListing } from "./listing";
import type { Action, AnyInput, Row } from "./resource";

type AnyAction = Action<Row, AnyInput>;

const changes = (action: AnyAction) => "send" in action || "dialog" in action || "inPlace" in action;

/** The actions on one row: first what leads somewhere, then what changes it. */
export function RowMenu({ row }: { row: Row }) {
  const { resource, isBusy, actionsOn, act } = useListing();
  const t = useTranslations(resource.words);
  const kit = useTranslations("list");
  const actions = actionsOn(row);
  if (actions.length === 0) return null;
  const contentOf = ({ name, icon: Icon }: AnyAction) => (
    <>
      <Icon aria-hidden />
      {t(`actions.${name}`)}
    </>
  );
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button
          look="quiet"
          size="smallIcon"
          disabled={isBusy}
          aria-label={kit("actionsFor", { name: resource.nameOf(row) })}
        >
          <MoreHorizontal aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        {actions.map((action, at) => {
          const before = actions[at - 1];
          return (
            <Fragment key={action.name}>
              {before && !changes(before) && changes(action) && <DropdownMenuSeparator />}
              {"href" in action || "leavesFor" in action ? (
                <DropdownMenuItem asChild>
                  {"href" in action ? (
                    <Link href={action.href(row)}>{contentOf(action)}</Link>
                  ) : (
                    <a href={action.leavesFor(row)}>{contentOf(action)}</a>
                  )}
                </DropdownMenuItem>
              ) : (
                <DropdownMenuItem {...(action.grave && { grave: true })} onSelect={() => act(action, row)}>
                  {contentOf(action)}
                </DropdownMenuItem>
              )}
            </Fragment>
          );
        })}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
