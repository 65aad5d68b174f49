"use client";
import { useTranslations } from "next-intl";
import { createRedirectAction, updateRedirectAction } from "../../app/admin/tools/redirects/actions";
import { redirectStatuses } from "../../lib/features/redirects/schema";
import { FormDialog } from "../resource/form-dialog";
import type { ActionDialog } from "../resource/resource";
import type { ListedMissed, ListedRedirect } from "./list";

type Props = { redirect?: ListedRedirect; from?: string; onClose: () => void };

/** Makes or changes a redirect; `from` is the address that it is made for. */
export function RedirectDialog({ redirect, from = "", onClose }: Props) {
  const t = useTranslations("redirects");
  return (
    <FormDialog
      title={t(redirect ? "editTitle" : "new")}
      words="redirects"
      fields={[
        { name: "source", kind: "text" },
        { name: "below", kind: "switch" },
        { name: "target", kind: "text" },
        {
          name: "status",
          kind: "choice",
          choices: redirectStatuses.map((id) => ({ id, name: t(`statuses.${id}`) })),
        },
      ]}
      schema={async () => (await import("../../lib/features/redirects/schema")).newRedirect}
      values={{
        source: redirect?.source ?? from,
        below: redirect?.below ?? false,
        target: redirect?.target ?? "",
        status: redirectStatuses.find((status) => status === redirect?.status) ?? 301,
      }}
      record={redirect}
      send={(values, asRead) =>
        redirect ? updateRedirectAction({ ...values, id: redirect.id }, asRead) : createRedirectAction(values)
      }
      done={({ source }) => t("done.saved", { name: source })}
      onClose={onClose}
    />
  );
}

/** The same for a row of the list. */
export const EditDialog: ActionDialog<ListedRedirect> = ({ row, onClose }) =>
  row ? <RedirectDialog redirect={row} onClose={onClose} /> : null;

/** A redirect from an address that was not found. */
export const FromMissedDialog: ActionDialog<ListedMissed> = ({ row, onClose }) =>
  row ? <RedirectDialog from={row.path} onClose={onClose} /> : null;
