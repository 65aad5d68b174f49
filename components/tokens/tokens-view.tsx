"use client";
import { Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { deleteTokenAction } from "../../app/admin/tokens/actions";
import type { PersonalToken } from "../../lib/features/accounts/credentials-schema";
import { Page, PageAction } from "../admin/page";
import type { WholeList } from "../resource/list-place";
import type { Listed, Resource } from "../resource/resource";
import { ResourceList } from "../resource/resource-list";
import { RowName } from "../resource/row-title";
import { oneByOne } from "../resource/sending";
import { Badge } from "../ui/badge";
import { late } from "../ui/late";
import { When } from "../ui/when";
import { tokenPlace } from "./list";

const TokenDialog = late(async () => (await import("./token-dialog")).TokenDialog);

const TokenName = ({ row: { name } }: { row: PersonalToken }) => <RowName>{name}</RowName>;
const TokenScopes = ({ row: { scopes } }: { row: PersonalToken }) => (
  <span className="flex flex-wrap gap-1">
    {scopes.map((scope) => (
      <Badge key={scope}>{scope}</Badge>
    ))}
  </span>
);
function TokenUse({ row: { lastUseTime } }: { row: PersonalToken }) {
  const t = useTranslations("tokens");
  return (
    <>
      <span className="sm:hidden">{t("columns.lastUse")}: </span>
      {lastUseTime ? <When at={lastUseTime} /> : t("never")}
    </>
  );
}
function TokenEnd({ row: { expireTime } }: { row: PersonalToken }) {
  const t = useTranslations("tokens");
  return (
    <>
      <span className="sm:hidden">{t("columns.end")}: </span>
      <When at={expireTime} />
    </>
  );
}

const tokens: Resource<PersonalToken, WholeList> = {
  place: tokenPlace,
  words: "tokens",
  nameOf: ({ name }) => name,
  columns: [
    { name: "name", cell: TokenName },
    { name: "scopes", cell: TokenScopes },
    { name: "lastUse", cell: TokenUse, card: "beside" },
    { name: "end", cell: TokenEnd, card: "beside" },
  ],
  actions: [
    {
      name: "delete",
      icon: Trash2,
      grave: true,
      asks: true,
      send: oneByOne((tokenId) => deleteTokenAction({ tokenId })),
      done: "delete",
    },
  ],
};

/** One's own access tokens. */
export function TokensView({ scopes, ...page }: { scopes: readonly string[] } & Listed<PersonalToken, WholeList>) {
  const t = useTranslations("tokens");
  const [isMaking, setMaking] = useState(false);
  return (
    <Page
      title={t("title")}
      action={<PageAction label={t("new")} onClick={() => setMaking(true)} {...TokenDialog.opener} />}
    >
      <p className="mb-4 max-w-2xl text-soft">
        {t.rich("text", {
          docs: (words) => (
            <a href="/api/docs" className="text-ink underline underline-offset-3">
              {words}
            </a>
          ),
        })}
      </p>
      <ResourceList resource={tokens} {...page} />
      {isMaking && <TokenDialog scopes={scopes} onClose={() => setMaking(false)} />}
    </Page>
  );
}
