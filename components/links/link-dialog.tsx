"use client";
import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { createLinkAction, updateLinkAction } from "../../app/admin/links/actions";
import { PictureField } from "../media/picker/picture-field";
import { TeamField } from "../media/team-field";
import { useTeams } from "../media/use-teams";
import { FormDialog } from "../resource/form-dialog";
import type { ActionDialog } from "../resource/resource";
import { AddressField } from "./address-field";
import type { ListedLink } from "./list";

type Props = { link?: ListedLink; teams: string[]; onClose: () => void };

/** Makes or changes a link. */
export function LinkDialog({ link, teams, onClose }: Props) {
  const t = useTranslations("links");
  return (
    <FormDialog
      title={t(link ? "editTitle" : "newTitle")}
      words="links"
      fields={[
        { name: "url", kind: "own", field: (props) => <AddressField {...props} /> },
        { name: "name", kind: "text" },
        { name: "description", kind: "long", rows: 2 },
        {
          name: "logo",
          kind: "own",
          field: ({ label, hint, error, value, onChange }) => (
            <PictureField label={label} hint={hint} error={error} value={value} onChange={(url) => onChange(url)} />
          ),
        },
        {
          name: "team",
          kind: "own",
          field: ({ label, hint, error, value, onChange, onBlur }) => (
            <TeamField
              label={label}
              {...(hint && { hint })}
              {...(error && { error })}
              teams={teams}
              value={value}
              onChange={(event) => onChange(event.target.value)}
              onBlur={onBlur}
            />
          ),
        },
      ]}
      schema={async () => (await import("../../lib/features/links/schema")).newLink}
      values={{
        url: link?.url ?? "",
        name: link?.name ?? "",
        description: link?.description ?? "",
        logo: link?.logo ?? "",
        team: link?.team ?? "",
      }}
      record={link}
      send={(values, asRead) =>
        link ? updateLinkAction({ ...values, id: link.id }, asRead) : createLinkAction(values)
      }
      done={({ name }) => t("done.saved", { name })}
      onClose={onClose}
    />
  );
}

/** The same for a row of the list. */
export function EditDialog({ row, onClose }: ComponentProps<ActionDialog<ListedLink>>) {
  const teams = useTeams();
  return row ? <LinkDialog link={row} teams={teams} onClose={onClose} /> : null;
}
