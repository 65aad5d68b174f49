import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { attachments } from "../../db/schema";
import { env } from "../core/env";
import { engine } from "../core/operation";

/** An attachment's row, and its files. */
export async function anAttachment(name: string, bytes: Buffer): Promise<void> {
  const folder = `2024/01/${name}`;
  for (const [file, data] of Object.entries({ original: bytes, "480.webp": bytes.subarray(0, 10) })) {
    mkdirSync(join(env.dataDir, "uploads", folder, "v1"), { recursive: true });
    writeFileSync(join(env.dataDir, "uploads", folder, "v1", file), data);
  }
  const now = new Date();
  await engine().transaction(
    async (db) =>
      void (await db.insert(attachments).values({
        name,
        folder,
        fileName: `${name}.png`,
        version: "v1",
        mediaType: "image/png",
        suffix: "png",
        size: bytes.length,
        digest: createHash("sha256").update(bytes).digest("hex"),
        variants: [{ width: 480, height: 10, size: 10 }],
        createTime: now,
        updateTime: now,
      })),
    () => null,
  );
}
