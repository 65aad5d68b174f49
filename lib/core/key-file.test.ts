import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { env } from "./env";
import { keyFile, makeKey, markOf, putKeyAside, readKey } from "./key-file";
import { StorageError } from "./storage-error";

beforeEach(() => void (env.dataDir = mkdtempSync(join(process.env.BROADSHEET_TEST_FOLDER ?? "", "key-"))));

describe("the key file", () => {
  it("is made once, whole, for its owner only, and read again", () => {
    expect(readKey()).toBeNull();
    const key = makeKey();
    expect(key).toHaveLength(32);
    expect(readKey()).toEqual(key);
    expect(makeKey()).toEqual(key);
    expect(statSync(keyFile()).mode & 0o777).toBe(0o600);
    expect(readdirSync(env.dataDir)).toEqual(["secret.key"]);
  });

  it("that holds anything but 32 bytes is refused with a sentence that says what to do, and stays as it is", () => {
    const contents = fc.oneof(
      fc.constant(""),
      fc.string({ unit: "binary" }),
      fc
        .uint8Array({ maxLength: 64 })
        .filter(({ length }) => length !== 32)
        .map((bytes) => Buffer.from(bytes).toString("base64")),
      fc.tuple(fc.uint8Array({ minLength: 32, maxLength: 32 }), fc.nat(42)).map(([bytes, at]) =>
        Buffer.from(bytes)
          .toString("base64")
          .replace(/./g, (letter, i) => (i === at ? "!" : letter)),
      ),
    );
    fc.assert(
      fc.property(contents, (text) => {
        writeFileSync(keyFile(), text);
        expect(readKey).toThrow(StorageError);
        expect(readKey).toThrow(
          /^The key file .*secret\.key is (empty|damaged)\. Restore it from a backup\. If there is none, run `npm run cms -- key renew`/,
        );
        expect(makeKey).toThrow(StorageError);
        expect(readFileSync(keyFile(), "utf8")).toBe(Buffer.from(text).toString("utf8"));
      }),
    );
  });

  it("that is a folder is refused as one that cannot be read", () => {
    env.dataDir = mkdtempSync(join(env.dataDir, "secret.key-"));
    const parent = env.dataDir;
    env.dataDir = join(parent, "secret.key");
    expect(readKey()).toBeNull();
    writeFileSync(join(parent, "secret.key"), "");
    expect(readKey).toThrow(/cannot be read \(ENOTDIR\)/);
  });

  it("that is of no use any more is put aside, not deleted", () => {
    const old = makeKey();
    putKeyAside(new Date(0));
    expect(readKey()).toBeNull();
    expect(readdirSync(env.dataDir)).toEqual(["secret.key.before-1970-01-01T00-00-00-000Z"]);
    expect(markOf(makeKey())).not.toBe(markOf(old));
  });
});
