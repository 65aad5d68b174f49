"use client";
import { useTranslations } from "next-intl";
import { replyToCommentAction, setCommentStatesAction } from "../../app/admin/comments/actions";
import { Failure } from "../ui/failure";
import type { ActionDialog } from "../resource/resource";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { isKey } from "../ui/keys";
import { useFreshPage } from "../ui/use-fresh-page";
import { Textarea } from "../ui/textarea";
import { useOperationForm } from "../ui/use-operation-form";
import { InPlace } from "./in-place";
import type { ListedComment } from "./list";
import { seenOf } from "./seen";

/** Replies that were begun and closed, until they are sent or the dashboard is loaded again. */
const begun = new Map<number, string>();

/** A reply below the comment; one that waits is approved with it. */
export const ReplyForm: ActionDialog<ListedComment> = ({ row, onClose, run }) => {
  const t = useTranslations("moderation");
  const ui = useTranslations("ui");
  const refresh = useFreshPage();
  const parentId = row?.id ?? 0;
  const approve = row?.state === "waiting";
  const { register, submit, errorOf, failure, isSubmitting } = useOperationForm({
    schema: async () => (await import("../../lib/features/comments/queue/schema")).newReply,
    values: { parentId, content: begun.get(parentId) ?? "", approve },
    send: async (values) => {
      const answer = await replyToCommentAction({ ...values, seen: seenOf(parentId)?.updateTime });
      // Its author has other words by now, which are to be read before.
      if (!answer.ok && answer.error.code === "stale") void refresh();
      return answer;
    },
    done: ({ id, before }) => {
      begun.delete(parentId);
      run(
        async () => ({
          ok: true,
          data: {
            count: 1,
            back: () =>
              setCommentStatesAction({
                items: [...before, { commentId: id, state: "bin", from: { state: "published" } }],
              }),
          },
        }),
        approve ? "approvedAndReplied" : "replied",
      );
      onClose();
    },
  });
  const content = register("content", { onChange: (event) => begun.set(parentId, (event as Typed).target.value) });
  return (
    <InPlace commentId={parentId}>
      <form
        onSubmit={(event) => void submit(event)}
        noValidate
        className="mt-1.5 grid max-w-[44rem] gap-2.5 rounded-lg border bg-paper p-3 max-sm:-mr-8 max-sm:-ml-8"
        onKeyDown={(event) => {
          if (event.key === "Escape") onClose();
          else if (isKey("publish", event)) void submit(event);
        }}
      >
        <Field
          label={t("replyTo", { author: row?.author ?? "" })}
          error={errorOf("content")}
          hint={
            <>
              {t("replyHint")} <span className="max-sm:hidden">{t("replyKeys")}</span>
            </>
          }
        >
          <Textarea {...content} rows={4} autoFocus maxLength={2000} />
        </Field>
        <Failure text={failure} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button className="max-sm:h-11" onClick={onClose}>
            {ui("cancel")}
          </Button>
          <Button look="strong" type="submit" className="max-sm:h-11" disabled={isSubmitting}>
            {t(approve ? "approveAndReply" : "buttons.reply")}
          </Button>
        </div>
      </form>
    </InPlace>
  );
};

type Typed = { target: { value: string } };
