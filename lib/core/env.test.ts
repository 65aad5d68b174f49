import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { readEnv } from "./env";

describe("settings", () => {
  it("have defaults, also where they are empty", () => {
    const defaults = {
      port: 3000,
      host: "0.0.0.0",
      dataDir: resolve("data"),
      siteUrl: undefined,
      databaseUrl: undefined,
      databaseListenUrl: undefined,
      secretKey: undefined,
      stopDelay: 0,
      s3: undefined,
      filesUrl: undefined,
      metrics: null,
      trustProxy: 0,
      logLevel: "info",
      warmUp: true,
      development: false,
      test: false,
      typedIn: process.cwd(),
    };
    expect(readEnv({})).toEqual(defaults);
    expect(
      readEnv({
        PORT: "",
        HOST: "",
        DATA_DIR: "",
        SITE_URL: "",
        DATABASE_URL: "",
        TRUST_PROXY: "",
        LOG_LEVEL: "",
        WARM_UP: "",
        NODE_ENV: "",
        OTHER: "x",
      }),
    ).toEqual(defaults);
  });

  it("are read", () => {
    expect(
      readEnv({
        PORT: "8080",
        HOST: "127.0.0.1",
        DATA_DIR: "/srv/site",
        SITE_URL: "HTTPS://Example.org:8443/",
        DATABASE_URL: "postgresql://u:p@h/db",
        DATABASE_LISTEN_URL: "postgres://u:p@direct/db",
        SECRET_KEY: "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
        STOP_DELAY: "5",
        S3_ENDPOINT: "http://127.0.0.1:9000",
        S3_BUCKET: "site",
        S3_REGION: "eu-1",
        S3_ACCESS_KEY_ID: "name",
        S3_SECRET_ACCESS_KEY: "secret",
        FILES_URL: "https://files.example.org/a/",
        METRICS_PORT: "9464",
        TRUST_PROXY: "10",
        LOG_LEVEL: "trace",
        WARM_UP: "off",
        NODE_ENV: "development",
      }),
    ).toEqual({
      port: 8080,
      host: "127.0.0.1",
      dataDir: "/srv/site",
      siteUrl: "https://example.org:8443",
      databaseUrl: "postgresql://u:p@h/db",
      databaseListenUrl: "postgres://u:p@direct/db",
      secretKey: "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
      stopDelay: 5,
      s3: {
        endpoint: "http://127.0.0.1:9000",
        bucket: "site",
        region: "eu-1",
        accessKeyId: "name",
        secretAccessKey: "secret",
      },
      filesUrl: "https://files.example.org/a",
      metrics: { port: 9464, host: "127.0.0.1" },
      trustProxy: 10,
      logLevel: "trace",
      warmUp: false,
      development: true,
      test: false,
      typedIn: process.cwd(),
    });
    expect(readEnv({ PORT: "0", DATA_DIR: "site", NODE_ENV: "test" })).toMatchObject({
      port: 0,
      dataDir: resolve("site"),
      test: true,
      development: false,
    });
    expect(readEnv({ PORT: "65535" }).port).toBe(65_535);
  });

  it("never repeat a key that is refused", () => {
    for (const key of ["short", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh9=", "!".repeat(44)])
      expect(() => readEnv({ SECRET_KEY: key })).toThrow(
        new Error(
          "The setting SECRET_KEY is not a key, but it must be the content of the site's file secret.key, or of a new one: openssl rand -base64 32.",
        ),
      );
  });

  it.each([
    ["PORT", ["abc", "-1", "65536", "80.5", "80a"], "a port number from 0 to 65535"],
    [
      "SITE_URL",
      [
        "example.org",
        "ftp://example.org",
        "javascript:alert(1)",
        "https://",
        "https://example.org/blog",
        "https://example.org/?a=1",
        "https://example.org/#top",
        "https://me:secret@example.org",
      ],
      "the site's public address, starting with http:// or https://, with nothing after the host, such as https://example.org",
    ],
    [
      "DATABASE_URL",
      ["mysql://h/db", "file:x.db", "postgres:x"],
      "an address that starts with postgres:// (leave it unset for the built-in SQLite)",
    ],
    [
      "DATABASE_LISTEN_URL",
      ["http://h/db"],
      "the address of PostgreSQL itself, starting with postgres://, where DATABASE_URL leads to a pooler",
    ],
    ["STOP_DELAY", ["-1", "61", "soon"], "a number of seconds from 0 to 60"],
    ["TRUST_PROXY", ["true", "-1", "11", "1.5"], "how many reverse proxies stand in front, 0 to 10"],
    ["LOG_LEVEL", ["loud", "INFO"], "one of fatal, error, warn, info, debug, trace, silent"],
    ["WARM_UP", ["true", "0"], "on or off"],
    ["NODE_ENV", ["staging"], "development, production or test"],
  ])("a wrong %s is one sentence that says what it must be", (name, values, wanted) => {
    for (const value of values)
      expect(() => readEnv({ [name]: value })).toThrow(
        new Error(`The setting ${name} is "${value}", but it must be ${wanted}.`),
      );
  });

  it.each([
    [{ FILES_URL: "https://files.example.org" }, "S3_BUCKET is missing, which FILES_URL belongs to."],
    [{ S3_BUCKET: "site", S3_ACCESS_KEY_ID: "name" }, "S3_SECRET_ACCESS_KEY is missing, without which"],
  ])("that belong together are given together: %j", (given, sentence) => {
    expect(() => readEnv(given)).toThrow(`The setting ${sentence}`);
  });
});
