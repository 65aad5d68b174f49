import { PHASE_PRODUCTION_SERVER } from "next/constants.js";

/** @type {import("next").NextConfig} */
const config = {
  reactStrictMode: true,
  poweredByHeader: false,
  // The front desk compresses, secures and keeps pages; see docs/decisions.
  compress: false,
  generateEtags: false,
  // Metadata always stands in the head of the HTML: public pages carry no script that could move it there.
  htmlLimitedBots: /.*/,
  images: { unoptimized: true },
  // `npm test` checks the types; a site owner's first start need not wait for it, nor fail over a test file.
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: ["better-sqlite3", "pg", "pino", "drizzle-orm"],
  // A text may be as long here as in the JSON API; the front desk and the operations bound it.
  turbopack: { resolveAlias: { "@codemirror/lang-html": "./components/editor/no-html-language.ts" } },
  // A kind of page is loaded when it is first made, which lib/server/warm-up.ts does, the most wanted first.
  experimental: { globalNotFound: true, preloadEntriesOnStart: false, serverActions: { bodySizeLimit: "9mb" } },
};

/** The translations' plugin has done its work once the pages are built; a running site is spared its compilers (18 MB). */
export default async (/** @type {string} */ phase) => {
  if (phase === PHASE_PRODUCTION_SERVER) return config;
  const { default: createNextIntlPlugin } = await import("next-intl/plugin");
  // Texts are compiled here, so that no browser fetches a compiler for them.
  const messages = {
    path: "./lib/services/words/messages",
    format: "json",
    locales: "infer",
    sourceLocale: "en",
    precompile: true,
  };
  return createNextIntlPlugin({ requestConfig: "./app/request-words.ts", experimental: { messages } })(config);
};
