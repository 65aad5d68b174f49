import { getFormatter, getTranslations } from "../../../../lib/doors/words";
import { Contents } from "../../../../components/site/contents";
import { TextHeader } from "../../../../components/site/post-header";
import { SmallMasthead } from "../../../../components/site/masthead";
import { SiteProse } from "../../../../components/site/site-prose";
import { layoutOf } from "../../../../components/site/template";
import { readAsVisitor } from "../../../../lib/doors/page";
import { getPreviewedPost } from "../../../../lib/features/writing/posts/queries";
import { getPreviewedSheet } from "../../../../lib/features/writing/sheets/queries";
import { withCover } from "../../covers";
import { sitePage } from "../../site-page";

/** A post or sheet before its publication, or its working text, for those with the link. */
export const { GET } = sitePage<{ token: string }>(async ({ params: { token } }, site) => {
  const [text, t, format] = await Promise.all([
    readAsVisitor(token.startsWith("sheet-") ? getPreviewedSheet : getPreviewedPost, { token }).then(withCover),
    getTranslations("editor.shared"),
    getFormatter(),
  ]);
  const layout = layoutOf(text.template);
  const body = (
    <>
      {layout.masthead && <SmallMasthead site={site} />}
      <main id="main">
        <p className="notice" role="note">
          {t("notice", { date: format.dateTime(text.expireTime, { dateStyle: "long" }) })}
        </p>
        <article className={layout.className}>
          <TextHeader
            look={site.look}
            of={{ ...text, hasSummary: text.summary !== "" }}
            parts={{
              meta: layout.byline && (
                <p className="meta">
                  {text.author && `${text.author.nickname} · `}
                  <time dateTime={text.createTime.toISOString()}>
                    {format.dateTime(text.createTime, { dateStyle: "long" })}
                  </time>
                </p>
              ),
            }}
          />
          {layout.surroundings && <Contents toc={text.toc} />}
          <SiteProse html={text.content} />
        </article>
      </main>
    </>
  );
  return { facts: { title: text.title, robots: "noindex, nofollow, noarchive", referrer: "no-referrer" }, body };
});
