// An export of a made site of many posts, with five comments each.
import { rmSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "../../db/sqlite-driver.mjs";
import { anOwner, command } from "./commands.mjs";
import { newFolder, removeFolder } from "./site.mjs";
import { textOf } from "./texts.mjs";

function fill(file, posts, begin = 0) {
  const db = new Sqlite(file);
  const post = db.prepare(
    "INSERT INTO posts (title, slug, status, create_time, update_time, edit_time, published_time, toc, original_content, content) VALUES (?, ?, 'PUBLISHED', ?, ?, ?, ?, '[]', ?, ?)",
  );
  const comment = db.prepare(
    "INSERT INTO comments (target_type, post_id, status, spam, visible, announced, is_admin, author, network, create_time, update_time, content, html) VALUES ('POST', ?, 'PUBLISHED', 0, 1, 1, 0, 'Ann', '', ?, ?, ?, '')",
  );
  db.transaction(() => {
    for (let i = begin; i < begin + posts; i += 1) {
      const time = 1_500_000_000_000 + i * 60_000;
      const text = textOf(i, 3000);
      const { lastInsertRowid } = post.run(
        `A title, ${i}`,
        `post-${i}`,
        time,
        time,
        time,
        time,
        text,
        `<p>${text}</p>`,
      );
      for (let n = 0; n < 5; n += 1) comment.run(lastInsertRowid, time + n, time + n, `Comment ${n}`);
    }
  })();
  db.close();
}

/** Seconds and memory of an export of `posts` posts; and of 100, which is what the program itself takes. */
export async function measureExport(posts) {
  const folder = newFolder();
  const out = join(folder, "site.zip");
  try {
    await anOwner(folder);
    fill(join(folder, "broadsheet.db"), 100);
    const small = await command(folder, "export", out);
    rmSync(out);
    fill(join(folder, "broadsheet.db"), posts, 100);
    return { posts, small, ...(await command(folder, "export", out)) };
  } finally {
    removeFolder(folder);
  }
}
