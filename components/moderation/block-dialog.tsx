"use client";
import { useTranslations } from "next-intl";
import { createBlockAction, deleteBlockAction } from "../../app/admin/comments/actions";
import { FormDialog } from "../resource/form-dialog";
import type { ActionDialog, Send } from "../resource/resource";
import type { ListedComment } from "./list";

type Props = {
  /** What may be blocked; without it, it is typed. */
  choices?: readonly { value: string; label: string }[];
  onClose: () => void;
  run: (send: Send, done: string) => void;
};

/** Refuses further comments from somewhere. */
export function BlockDialog({ choices, onClose, run }: Props) {
  const t = useTranslations("blocks");
  return (
    <FormDialog
      title={t("new")}
      description={t("newText")}
      words="blocks"
      fields={[
        choices
          ? {
              name: "value",
              word: "chosen",
              kind: "choice",
              choices: choices.map(({ value: id, label: name }) => ({ id, name })),
            }
          : { name: "value", kind: "text" },
        { name: "reason", kind: "text" },
      ]}
      schema={async () => (await import("../../lib/features/comments/blocks/schema")).newBlock}
      values={{ value: choices?.[0]?.value ?? "", reason: "" }}
      send={(values) => createBlockAction(values)}
      done={({ id }) => {
        run(async () => ({ ok: true, data: { count: 1, back: () => deleteBlockAction({ blockId: id }) } }), "blocked");
        onClose();
        return null;
      }}
      onClose={onClose}
      action={t("block")}
    />
  );
}

/** The same for the author of a comment. */
export const BlockAuthor: ActionDialog<ListedComment> = ({ row, onClose, run }) => {
  const t = useTranslations("blocks");
  const { email = "", ipAddress = null, network = "" } = row ?? {};
  const host = email.split("@").at(-1);
  const choices = [
    ...(ipAddress
      ? [{ value: network, label: t(network.includes("/") ? "byNetwork" : "byAddress", { value: network }) }]
      : []),
    ...(email && host
      ? [
          { value: email, label: t("byEmail", { value: email }) },
          { value: host, label: t("byHost", { value: host }) },
        ]
      : []),
  ];
  return <BlockDialog {...(choices.length > 0 && { choices })} onClose={onClose} run={run} />;
};
