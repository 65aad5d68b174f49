import { PHASE_PRODUCTION_SERVER } from "next/constants.js";

/** @type {import("next").NextConfig} */
const config = {
  reactStrictMode: true,
  poweredByHeader: false,
  // The front desk compresses, secures and keeps pages; see docs/decisions.
  compress: false,
  generateEtags: false,
  // Metadata is always in the HTML's head: public pages have no script that could move it there.
  htmlLimitedBots: /.*/,
  images: { unoptimized: true },
  // `npm test` checks the types; an owner's first start need not wait for it, nor fail over a test file.
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: ["better-sqlite3", "pg", "pino", "drizzle-orm", "yazl", "@aws-sdk/client-s3"],
  // A text may be as long here as in the JSON API; the front desk and the operations limit it.
  turbopack: {
    resolveAlias: {
      "@codemirror/lang-html": "./components/editor/no-html-language.ts",
      "@tiptap/extension-link": "./components/editor/no-link.ts",
    },
  },
  // A page's code is loaded when it is first rendered, which lib/server/warm-up.ts does, the most visited pages first.
  // appNavFailHandling: a page that is cut off on its way is loaded as a document, where the framework would end the dashboard.
  experimental: {
    globalNotFound: true,
    appNavFailHandling: true,
    preloadEntriesOnStart: false,
    serverActions: { bodySizeLimit: "9mb" },
  },
};

/** The translations' plugin is needed by the build only; without it a running site saves 18 MB for its compilers. */
export default async (/** @type {string} */ phase) => {
  if (phase === PHASE_PRODUCTION_SERVER) return config;
  const { default: createNextIntlPlugin } = await import("next-intl/plugin");
  // Texts are compiled here, so that no browser loads a compiler.
  const messages = {
    path: "./lib/services/words/messages",
    format: "json",
    locales: "infer",
    sourceLocale: "en",
    precompile: true,
  };
  return createNextIntlPlugin({ requestConfig: "./app/request-words.ts", experimental: { messages } })(config);
};
