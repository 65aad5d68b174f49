"use client";
import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import { addressOf } from "../resource/list-place";
import { useListing } from "../resource/listing";
import { titleLook } from "../resource/row-title";
import { Badge, type Dot, StateDot } from "../ui/badge";
import { Button } from "../ui/button";
import { Link, linkLook } from "../ui/link";
import { When } from "../ui/when";
import { PlaceBelow } from "./in-place";
import { commentList, type ListedComment } from "./list";

type Cell = { row: ListedComment };

const dots = { waiting: "due", published: "good", bin: "quiet", spam: "wrong" } as const satisfies Record<
  ListedComment["state"],
  Dot
>;

export function CommentState({ state }: Pick<ListedComment, "state">) {
  const t = useTranslations("moderation");
  return <StateDot dot={dots[state]}>{t(`states.${state}`)}</StateDot>;
}

/** The actions with a button of their own in every row, and those that have room for one on a phone. */
const inRow = ["approve", "notSpam", "restore", "reply", "edit", "spam", "bin"];
const onPhone = ["approve", "notSpam", "restore", "reply", "bin"];

/** A comment with what one must know to decide on it, and the buttons to do so. */
export function CommentCell({ row }: Cell) {
  const t = useTranslations("moderation");
  const { view, actionsOn, act, isBusyWith } = useListing();
  const actions = actionsOn(row);
  const conversation = actions.find(({ name }) => name === "conversation");
  const { parent } = row;
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5">
        <button
          type="button"
          data-main
          className={clsx(titleLook, "min-w-0 cursor-pointer overflow-clip [overflow-wrap:anywhere]")}
          onClick={() => conversation && act(conversation, row)}
        >
          {row.author}
        </button>
        {row.isAdmin && <Badge>{t("staff")}</Badge>}
        {view.filters.state === "all" && <CommentState state={row.state} />}
        <span className="text-soft sm:hidden">
          <When at={row.createTime} />
        </span>
        <AuthorFacts row={row} />
      </div>
      <div className="lg:hidden">
        <CommentTarget row={row} />
      </div>
      {parent && (
        <p className="overflow-clip border-l-2 pl-2.5 text-[0.84rem] text-soft [overflow-wrap:anywhere]">
          {t("inReplyTo", { author: parent.author, excerpt: parent.excerpt })}
        </p>
      )}
      <p className="max-w-[44rem] overflow-clip text-[0.94rem] leading-relaxed whitespace-pre-wrap [overflow-wrap:anywhere]">
        {row.content}
      </p>
      <div
        role="group"
        aria-label={t("actionsOn", { author: row.author })}
        className="mt-0.5 flex flex-wrap gap-1.5 max-sm:-mr-8 max-sm:-ml-8"
      >
        {actions
          .filter(({ name }) => inRow.includes(name))
          .map((action) => (
            <Button
              key={action.name}
              size="small"
              look={action.name === "approve" ? "plain" : "quiet"}
              disabled={isBusyWith([row.id])}
              onClick={() => act(action, row)}
              className={clsx(
                "max-sm:h-11 max-sm:grow max-sm:justify-center max-sm:border-rule sm:max-lg:px-2 sm:max-lg:[&_svg]:hidden",
                !onPhone.includes(action.name) && "max-sm:hidden",
              )}
              {...(action.key && { "aria-keyshortcuts": action.key })}
            >
              <action.icon aria-hidden />
              {t(`buttons.${action.name}`)}
            </Button>
          ))}
      </div>
      <PlaceBelow commentId={row.id} />
    </div>
  );
}

/** How the author can be reached, and what else they wrote. */
function AuthorFacts({ row }: Cell) {
  const t = useTranslations("moderation");
  const { email, authorUrl, ipAddress, network, byAuthor } = row;
  const view = { ...useListing().view, keyword: "" };
  const others = addressOf(commentList, view, {
    filters: { state: "all", ...(email ? { email } : { address: network }) },
  });
  return (
    <span className="flex min-w-0 flex-wrap gap-x-2 text-[0.82rem] text-soft [overflow-wrap:anywhere]">
      {email && <span>{email}</span>}
      {authorUrl && <span>{authorUrl}</span>}
      {ipAddress && <span>{ipAddress}</span>}
      {byAuthor > 0 && (
        <Link href={others} className={linkLook}>
          {t("others", { count: byAuthor })}
        </Link>
      )}
    </span>
  );
}

/** The text that a comment is on. */
export function CommentTarget({ row: { target } }: Cell) {
  const t = useTranslations("moderation");
  const { view } = useListing();
  if (!target) return <span className="text-soft">{t("noTarget")}</span>;
  const name = `${target.type.toLowerCase()}:${target.id}`;
  return (
    <span className="grid max-w-72 gap-px text-[0.86rem] max-lg:flex max-lg:max-w-none max-lg:flex-wrap max-lg:items-baseline max-lg:gap-x-2 max-lg:text-[0.82rem] max-lg:text-soft">
      <Link
        href={addressOf(commentList, view, { filters: { ...view.filters, target: name } })}
        title={target.title}
        className={clsx(linkLook, "line-clamp-3 [overflow-wrap:anywhere]")}
      >
        {target.title || t("untitled")}
      </Link>
      <span className="text-[0.8rem] text-soft">
        {t(`kinds.${target.type}`)}
        {!target.isPublic && ` · ${t("notPublic")}`}
      </span>
    </span>
  );
}

export const CommentDate = ({ row }: Cell) => <When at={row.createTime} />;
