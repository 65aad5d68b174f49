import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { jobs, users } from "../../../db/schema";
import { nothing } from "../../core/fields";
import { engine, mutation } from "../../core/operation";
import { JobWorker } from "../jobs/worker";
import { mailsOf } from "../words/sentences";
import { handlers } from "../../server/background/job-handlers";
import { sealed } from "../settings/sealing";
import { siteLocales } from "../../core/languages";
import { anActor, anAdmin, visitor } from "../../testing/actors";
import { lastEvent, refusal } from "../../testing/factories";
import { freshDatabase, stored } from "../../testing/setup";
import { aMailServer, type MailServer, partOf } from "../../testing/mail-server";
import { useMailServer } from "../../testing/smtp";
import { storeOptions } from "../../testing/options";
import { compose } from "./compose";
import { testMail } from "./mutations";
import { mailEnabled, queueMail } from "./queue";
import { isLoopback, sendMail } from "./sending";
import { mailTemplates, type MailTemplate, mailTest } from "./schema";

let servers: MailServer[] = [];
let worker: JobWorker | undefined;
const failures: unknown[] = [];
beforeEach(async () => void (await freshDatabase()));
afterEach(async () => {
  await worker?.stop();
  worker = undefined;
  for (const server of servers) await server.close();
  servers = [];
});

const serve = async (...given: Parameters<typeof aMailServer>) => {
  const server = await aMailServer(...given);
  servers.push(server);
  return server;
};
const work = () => (worker = new JobWorker(handlers, (error) => failures.push(error))).start();
const invite = mutation("invite", {
  can: "read the site",
  input: mailTest.required(),
  output: nothing,
  touches: () => [],
  run: async ({ db }, { to }) => {
    await queueMail(db, {
      to: to ?? "",
      template: "invitation",
      data: { role: "<Editor> & co", link: "https://jane.example/register?code=abc&x=1" },
      dedupeKey: `invitation ${to}`,
    });
    if (to?.startsWith("rollback")) throw new Error("rolled back");
  },
});

const states = async () =>
  (await stored().select({ state: jobs.state, log: jobs.log }).from(jobs)).map(({ state }) => state);

describe("a mail", () => {
  it("goes out over the owner's server, once, in plain text and HTML that say the same", async () => {
    const server = await serve();
    await useMailServer(server);
    await storeOptions({ site_title: "Hafen-Brief ☕", site_url: "https://jane.example" });
    work();
    await invite(visitor, { to: "bob@example.org" });
    await invite(visitor, { to: "bob@example.org" });
    await expect.poll(states).toEqual(["DONE"]);
    expect(server.received).toHaveLength(1);
    const [mail] = server.received;
    if (!mail) throw new Error("nothing came");
    expect(mail).toMatchObject({ from: "site@example.org", to: ["bob@example.org"] });
    expect(mail.source).toMatch(/^From: Harbour Letter <site@example.org>\r$/m);
    expect(mail.source).toMatch(/^To: bob@example.org\r$/m);
    expect(mail.source).toMatch(/^Auto-Submitted: auto-generated\r$/im);
    const [plain, html] = [partOf(mail, "text/plain"), partOf(mail, "text/html")];
    expect(plain).toContain("You are invited to write for Hafen-Brief ☕ as <Editor> & co.");
    expect(plain).toContain("\nhttps://jane.example/register?code=abc&x=1\r\n");
    expect(html).toContain("as &#60;Editor&#62; &#38; co.");
    expect(html).toContain('href="https://jane.example/register?code=abc&#38;x=1"');
    expect(html).not.toMatch(/<Editor>|<img|src=/);
    expect(JSON.stringify(await stored().select().from(jobs))).not.toContain("code=abc");
  });

  it("names its sender on one line, whatever the site is called", async () => {
    const server = await serve();
    await useMailServer(server);
    await storeOptions({ email_from_name: "", site_title: "Harbour\r\nBcc: eve@example.org" });
    work();
    await invite(visitor, { to: "bob@example.org" });
    await expect.poll(states).toEqual(["DONE"]);
    expect(server.received[0]?.source).toMatch(/^From: "Harbour Bcc: eve@example.org" <site@example.org>\r$/m);
  });

  it("is not sent when what it tells about did not happen, and not queued where the site sends none", async () => {
    const server = await serve();
    await invite(visitor, { to: "bob@example.org" });
    expect([await mailEnabled(stored()), await states()]).toEqual([false, []]);
    await useMailServer(server);
    for (const [key, value] of [
      ["email_enabled", "false"],
      ["email_host", ""],
      ["email_from_address", ""],
    ] as const) {
      await storeOptions({ [key]: value });
      expect(await mailEnabled(stored())).toBe(false);
      await useMailServer(server);
    }
    expect(await mailEnabled(stored())).toBe(true);
    await refusal(invite(visitor, { to: "rollback@example.org" }));
    expect(await states()).toEqual([]);
  });

  it("is tried again while the server does not take it, and given up where it never will", async () => {
    let answer: number | null = 451;
    const server = await serve({
      onRcptTo: (_address, _session, done) =>
        done(answer === null ? null : Object.assign(new Error("not now"), { responseCode: answer })),
    });
    await useMailServer(server);
    work();
    await invite(visitor, { to: "bob@example.org" });
    const row = async () => (await stored().select().from(jobs))[0];
    await expect.poll(async () => (await row())?.log.length).toBe(1);
    expect(await row()).toMatchObject({
      state: "WAITING",
      attempts: 1,
      log: [expect.stringContaining("does not take mail for this recipient")],
    });
    answer = null;
    await engine().transaction(
      (db) => db.update(jobs).set({ runAt: new Date() }),
      () => null,
    );
    worker?.wake();
    await expect.poll(states).toEqual(["DONE"]);
    expect(server.received).toHaveLength(1);
    answer = 550;
    await invite(visitor, { to: "nobody@example.org" });
    await expect.poll(async () => (await states()).sort()).toEqual(["DONE", "FAILED"]);
  });
});

describe("the words of a mail", () => {
  const look = { site_look: "diary", site_accent: "look", site_fonts: "look" } as const;
  const site = { title: "Site", url: "https://jane.example", locale: "en", look } as const;
  const data = {
    role: "a",
    link: "https://x.example",
    username: "b",
    code: "123456",
    author: "c",
    title: "d",
    reason: "The disk is full.",
    comment: "e",
    name: "Search <engine>",
    unsubscribe: "https://jane.example/no-more",
  };

  it.each(
    siteLocales.flatMap((locale) =>
      (Object.keys(mailTemplates) as MailTemplate[]).map((template) => [locale, template] as const),
    ),
  )("in %s of %s are complete", (locale, template) => {
    const words: { text: string; action?: string } = mailsOf(locale)[template];
    const letter = compose(
      {
        to: "a@example.org",
        template,
        locale,
        data: Object.fromEntries(
          [...mailTemplates[template], "unsubscribe"].map((name) => [name, data[name as keyof typeof data]]),
        ),
      },
      site,
    );
    expect(letter.text).not.toMatch(/[{}]|undefined/);
    const said = `${letter.subject}\n${letter.text}`;
    for (const name of mailTemplates[template]) expect(said).toContain(data[name]);
    expect([template, words.action !== undefined]).toEqual([
      template,
      (mailTemplates[template] as readonly string[]).includes("link"),
    ]);
    expect(letter.html).toContain(`lang="${locale}"`);
    expect(letter.text).toContain("https://jane.example/no-more");
  });

  it("are in the recipient's language where the site speaks it, otherwise in the site's; a subject is one line", () => {
    const letter = (locale: string | undefined, code = "1") =>
      compose(
        { to: "a@example.org", template: "registrationCode", ...(locale !== undefined && { locale }), data: { code } },
        { ...site, locale: "zh-CN" },
      ).subject;
    expect([letter("en-GB"), letter("zh-Hans"), letter("fr"), letter("pt"), letter(undefined)]).toEqual([
      "1 is your code for Site",
      "1 是您在 Site 的验证码",
      "1 est votre code pour Site",
      "1 是您在 Site 的验证码",
      "1 是您在 Site 的验证码",
    ]);
    expect(letter("en", "1\r\nBcc: eve@example.org")).toBe("1 Bcc: eve@example.org is your code for Site");
    expect(() => compose({ to: "a@example.org", template: "registrationCode", data: {} }, site)).toThrow("{code}");
  });
});

describe("trying the settings", () => {
  it("sends to oneself and says so", async () => {
    const [admin, server] = [await anAdmin(), await serve()];
    await useMailServer(server);
    const [own] = await stored().select({ email: users.email }).from(users);
    expect(await testMail(admin, {})).toEqual({
      sent: true,
      to: own?.email,
      failedAt: null,
      detail: expect.stringContaining("accepted a mail"),
      answer: null,
    });
    expect(await testMail(admin, { to: "bob@example.org" })).toMatchObject({ sent: true, to: "bob@example.org" });
    expect(server.received.map(({ to }) => to[0])).toEqual([own?.email, "bob@example.org"]);
    expect((await lastEvent())?.summary).toContain("was sent to bob@example.org");
    expect(await refusal(testMail(await anActor("EDITOR"), {}))).toMatchObject({ status: 403 });
    for (const to of ["x", "a@b.example, c@d.example", "a@b.example\r\nBcc: c@d.example"])
      expect(await refusal(testMail(admin, { to }))).toMatchObject({ status: 400 });
  });

  it("says which step failed", async () => {
    const admin = await anAdmin();
    const result = async (change: Record<string, string>) => {
      await storeOptions(change);
      const { sent, failedAt, answer } = await testMail(admin, {});
      return [sent, failedAt, answer];
    };
    expect(await result({})).toEqual([false, "settings", null]);
    const refuse = (code: number) => Object.assign(new Error("not here"), { responseCode: code });
    const picky = await serve({
      onAuth: ({ username, password }, _session, done) =>
        username === "jane" && password === "right"
          ? done(null, { user: "jane" })
          : done(new Error("Invalid username or password")),
      authMethods: ["PLAIN"],
      onMailFrom: ({ address }, _session, done) => done(address.startsWith("no") ? refuse(553) : null),
      onRcptTo: ({ address }, _session, done) => done(address.startsWith("admin") ? null : refuse(550)),
    });
    await useMailServer(picky);
    expect(await result({ email_user: "jane", email_password: sealed("wrong") })).toEqual([
      false,
      "sign-in",
      expect.stringContaining("535"),
    ]);
    expect(await result({ email_password: sealed("right") })).toEqual([true, null, null]);
    expect(await result({ email_from_address: "no@example.org" })).toEqual([
      false,
      "sender",
      expect.stringContaining("553"),
    ]);
    await storeOptions({ email_from_address: "site@example.org" });
    expect(await testMail(admin, { to: "eve@example.org" })).toMatchObject({
      sent: false,
      failedAt: "recipient",
      answer: expect.stringContaining("550"),
    });
    expect(await result({ email_secure: "true" })).toEqual([false, "encryption", expect.any(String)]);
    expect(await result({ email_secure: "false", email_port: "1" })).toEqual([
      false,
      "connection",
      expect.stringContaining("ECONNREFUSED"),
    ]);
    expect((await lastEvent())?.summary).toContain("could not be sent");
    expect(JSON.stringify(await testMail(admin, {}))).not.toContain("right");
  });

  it("gives up a server that always says something and never answers", async () => {
    const saying = new Set<NodeJS.Timeout>();
    const server = createServer((socket) => {
      socket.write("220 hello\r\n");
      socket.once("data", () => saying.add(setInterval(() => socket.write("250-wait\r\n"), 20)));
      socket.on("error", () => undefined);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    await useMailServer({ port: (server.address() as AddressInfo).port });
    const closed = new Promise((resolve) => server.once("connection", (socket) => socket.once("close", resolve)));
    const sending = sendMail(engine().reader, { to: "bob@example.org", template: "test", data: {} }, 300);
    await expect(sending).rejects.toMatchObject({ step: "connection", isFinal: false });
    await closed;
    for (const timer of saying) clearInterval(timer);
    await new Promise((resolve) => server.close(resolve));
  });

  it.each(["220 hello\r\n", ""])(
    "ends the connection to a server that says nothing without end, after %j",
    async (said) => {
      const nothing = Buffer.alloc(64 * 1024, "\n");
      const closed: Promise<unknown>[] = [];
      let written = 0;
      const server = createServer((socket) => {
        const go = () => {
          while (!socket.destroyed && socket.write(nothing)) written += nothing.byteLength;
        };
        socket.on("drain", go).on("error", () => undefined);
        closed.push(new Promise((resolve) => socket.once("close", resolve)));
        socket.write(said);
        go();
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      await useMailServer({ port: (server.address() as AddressInfo).port });
      const sending = sendMail(engine().reader, { to: "bob@example.org", template: "test", data: {} });
      await expect(sending).rejects.toMatchObject({ step: "connection", isFinal: false });
      await Promise.all(closed);
      // What the two systems hold for each other.
      expect(written).toBeLessThan(64 * 1024 * 1024);
      await new Promise((resolve) => server.close(resolve));
    },
  );

  it("says so of a server that is no mail server", async () => {
    const web = createServer((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
    await new Promise<void>((resolve) => web.listen(0, "127.0.0.1", resolve));
    await useMailServer({ port: (web.address() as AddressInfo).port });
    expect(await testMail(await anAdmin(), {})).toMatchObject({ sent: false, failedAt: "connection" });
    await new Promise((resolve) => web.close(resolve));
  });
});

it.each([
  ["localhost", true],
  ["127.0.0.1", true],
  ["127.8.9.10", true],
  ["::1", true],
  ["127.evil.example", false],
  ["127.0.0.1.evil.example", false],
  ["localhost.evil.example", false],
])("%s is this machine, to which a password may go unencrypted: %s", (host, is) => expect(isLoopback(host)).toBe(is));

it("nothing of this failed inside", () => expect(failures).toEqual([]));
