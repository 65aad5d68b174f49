import { withDatabase } from "./opening";
import { type Command, UsageError } from "./command";
import { fileLines, summaryLines } from "./import-report";
import { importMarkdown } from "./markdown-import";
import type { SlugFrom } from "./markdown-post";

function slugFromOf(text: string | undefined): SlugFrom {
  if (text === undefined || text === "file" || text === "title") return text ?? "file";
  throw new UsageError(`--slug-from is "file" or "title", not "${text}"`);
}

/** `import markdown <folder>`. */
export const importMarkdownCommand: Command = {
  name: "import markdown",
  parameters: ["<folder>"],
  summary: "make posts of a folder of Markdown files, again and again",
  details: [
    "Makes a post of every .md, .markdown and .mdx file in the folder and those below it (not in",
    "hidden folders and node_modules). YAML front matter is understood as Jekyll, Hexo, Hugo and",
    "Docusaurus write it: title, date, slug or permalink, tags, categories (A/B is B inside A),",
    "draft, published, status, summary, cover, password, pinned, comments.",
    "",
    "Importing the same folder again changes nothing; a file that has changed changes its post, and",
    "the text it had before is kept as a revision. A file that cannot be imported is named with the",
    "reason, and the rest goes on. It may run beside the server. A folder that does not begin with /",
    "counts from the program's own folder.",
  ].join("\n"),
  options: {
    author: { type: "string", value: "<username>", says: "whom the posts belong to; the first ADMIN without it" },
    "slug-from": {
      type: "string",
      value: "<file|title>",
      says: "what an address is made of where front matter gives none: file",
    },
    "dry-run": { type: "boolean", says: "say what would be done and write nothing" },
  },
  async run(given, output) {
    const dryRun = given.flag("dry-run");
    const options = {
      folder: given.positionals[0] ?? "",
      author: given.text("author"),
      dryRun,
      slugFrom: slugFromOf(given.text("slug-from")),
    };
    return withDatabase(dryRun ? "read" : "write", async () => {
      let bar = output.progress("", 0);
      const importing = importMarkdown({
        ...options,
        onStart: (files) => {
          bar = output.progress(dryRun ? "Looking" : "Importing", files);
        },
        onFile: (file) => {
          bar.step();
          // Without a progress bar, each file's line shows the progress.
          for (const line of fileLines(file, dryRun || !output.hasBar)) output.line(line);
        },
      });
      const report = await importing.finally(() => bar.end());
      for (const line of report.files.length === 0
        ? [`There are no Markdown files in ${report.folder}.`]
        : summaryLines(report))
        output.line(line);
      output.result(report);
      return report.summary.failed > 0 ? 1 : 0;
    });
  },
};
