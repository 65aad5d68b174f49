import type { Metadata } from "next";
import { getFormatter, getTranslations } from "../../../../lib/doors/words";
import { Contents } from "../../../../components/site/contents";
import { Cover } from "../../../../components/site/cover";
import { SmallMasthead } from "../../../../components/site/masthead";
import { Prose } from "../../../../components/site/prose";
import { layoutOf } from "../../../../components/site/template";
import { readAsVisitor } from "../../../../lib/doors/page";
import { getSite } from "../../../../lib/features/site/queries";
import { getPreviewedPost } from "../../../../lib/features/writing/posts/queries";
import { getPreviewedSheet } from "../../../../lib/features/writing/sheets/queries";
import { withCover } from "../../covers";

type Props = { params: Promise<{ token: string }> };

async function textBehind({ params }: Props) {
  const { token } = await params;
  return readAsVisitor(token.startsWith("sheet-") ? getPreviewedSheet : getPreviewedPost, { token });
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const text = await textBehind(props);
  return {
    title: { absolute: text.title },
    robots: { index: false, follow: false, noarchive: true },
    referrer: "no-referrer",
    icons: { icon: "/favicon.svg" },
  };
}

/** A post or sheet before its publication, or its working text, for those with the link. */
export default async function PreviewPage(props: Props) {
  const [post, site, t, format] = await Promise.all([
    textBehind(props).then(withCover),
    readAsVisitor(getSite, {}),
    getTranslations("editor.shared"),
    getFormatter(),
  ]);
  const layout = layoutOf(post.template);
  return (
    <>
      {layout.masthead && <SmallMasthead site={site} />}
      <main id="main">
        <p className="notice" role="note">
          {t("notice", { date: format.dateTime(post.expireTime, { dateStyle: "long" }) })}
        </p>
        <article className={layout.className}>
          <header>
            <h1>{post.title}</h1>
            {post.summary !== "" && <p className="summary">{post.summary}</p>}
            {layout.byline && (
              <p className="meta">
                {post.author && `${post.author.nickname} · `}
                <time dateTime={post.createTime.toISOString()}>
                  {format.dateTime(post.createTime, { dateStyle: "long" })}
                </time>
              </p>
            )}
            <Cover of={post} place="story" first />
          </header>
          {layout.surroundings && <Contents toc={post.toc} />}
          <Prose html={post.content} />
        </article>
      </main>
    </>
  );
}
