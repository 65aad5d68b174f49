import { IncomingMessage } from "node:http";
import { createRequire } from "node:module";
import { Socket } from "node:net";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import fc from "fast-check";
import { expect, it } from "vitest";
import { AppError } from "../../core/errors";
import { checkedForm } from "./forms";

type Reads = Writable & { on: (event: "field" | "file", read: (name: string, value: string) => void) => Reads };
const frameworksBusboy = createRequire(import.meta.url)("next/dist/compiled/busboy") as (of: {
  headers: Record<string, string>;
}) => Reads;

const line = "form-boundary";
const request = (headers: Record<string, string>) =>
  Object.assign(new IncomingMessage(new Socket()), { headers: { ...headers } });
const multipart = { "content-type": `multipart/form-data; boundary=${line}` };
const part = (name: string, value: string) =>
  `--${line}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

const check = (headers: Record<string, string>, body: string, isOfPage = true) =>
  checkedForm(request(headers), Buffer.from(body), isOfPage);
const refused = { name: AppError.name, code: "malformed" };

it("a form is read whole, in however many pieces its parts come", async () => {
  const fields = Array.from({ length: 900 }, (_, i) => part(`field${i}`, "x".repeat(i)));
  await check(multipart, `${part("$ACTION_KEY", "k")}${fields.join("")}--${line}--\r\n`);
  await expect(check(multipart, `${fields.join("")}--${line}--\r\n`)).rejects.toMatchObject(refused);
  await expect(check(multipart, `${part("$ACTION_KEY", "[".repeat(40))}--${line}--\r\n`)).rejects.toMatchObject(
    refused,
  );
});

/** The fields that the framework's parser and Node's read of a checked form. */
async function readBy(headers: Record<string, string>, body: string) {
  const req = request(headers);
  const anew = await checkedForm(req, Buffer.from(body), true);
  const contentType = req.headers["content-type"] ?? "";
  const form = await new Response(new Uint8Array(anew), { headers: { "content-type": contentType } }).formData();
  const framework: [string, string][] = [];
  const parser = frameworksBusboy({ headers: { "content-type": contentType } });
  parser.on("field", (name, value) => void framework.push([name, value]));
  parser.on("file", (name) => void framework.push([name, "a file"]));
  await pipeline(Readable.from([anew]), parser);
  expect(framework).toEqual([...form.entries()]);
  return framework;
}

it("the framework reads the fields that were checked, whatever is in them", async () => {
  const text = fc.oneof(
    // A form that is sent ends each line of a value with both signs.
    fc.string({ unit: "binary", maxLength: 50 }).map((each) => each.replace(/\r\n?|\n/g, "\r\n")),
    fc.constantFrom("\r\n", '"', "%22", "--", `--${line}`, `\r\n--${line}-`, "\0", "é", "港"),
  );
  const name = text.map((each) => `a${each.replace(/[^ !#$&-[\]-~]/g, "_")}`);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(name, text), { maxLength: 6 }), async (fields) => {
      const form = new FormData();
      form.append("form", "comment");
      for (const [field, value] of fields) form.append(field, value);
      const sent = new Response(form);
      const contentType = sent.headers.get("content-type") ?? "";
      expect(await readBy({ "content-type": contentType }, await sent.text())).toEqual([...form.entries()]);
    }),
  );
});

it("the framework gets nothing of a part that was not read before it, nor what such a part says of itself", async () => {
  const ends = `${part("form", "comment")}--${line}--\r\n`;
  const others = Array.from({ length: 25 }, (_, i) => `X-${i}: y\r\n`).join("");
  const hidden = part("0", "[".repeat(40)).replace("Content-Disposition", `${others}Content-Disposition`);
  expect(await readBy(multipart, hidden + ends)).toEqual([["form", "comment"]]);
  const coded = part("0", "[]").replace("\r\n\r\n", "\r\nContent-Transfer-Encoding: base64\r\n\r\n");
  expect(await readBy(multipart, coded + ends)).toEqual([
    ["0", "[]"],
    ["form", "comment"],
  ]);
  for (const name of ["\\\\0", "%30", "a\\tb", "\\0", "é"])
    await expect(check(multipart, part(name, "x") + ends)).rejects.toMatchObject(refused);
  for (const more of ['; filename="a"', '; filename="a"\r\nContent-Transfer-Encoding: base64'])
    await expect(check(multipart, part("a", "x").replace('"a"', `"a"${more}`) + ends)).rejects.toMatchObject(refused);
});

it("more parts than a form has cost no more than those it may have, whatever is in them", async () => {
  const cpuOf = async (text: string) => {
    const body = Buffer.from(text);
    const before = process.cpuUsage();
    await expect(checkedForm(request(multipart), body, true)).rejects.toMatchObject(refused);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  const empty = `--${line}\r\n`;
  await cpuOf(empty.repeat(2_000));
  const few = await cpuOf(empty.repeat(2_000));
  // 400 times the bound: reading them to their end would take seconds.
  expect(await cpuOf(empty.repeat(800_000))).toBeLessThan(10 * few + 100);
});

it("a page's own form is multipart and names its action; nothing else has the page made", async () => {
  for (const type of ["application/x-www-form-urlencoded", "application/json", "text/plain", ""])
    for (const body of ["", "a=b"]) await expect(check({ "content-type": type }, body)).rejects.toMatchObject(refused);
  await check({ "content-type": "application/x-www-form-urlencoded" }, "a=b", false);
  await check({ "content-type": "text/plain", "next-action": "x" }, "[]");
});

it("an action of any other type is one of words for the framework", async () => {
  for (const type of [
    "multipart/form-data-x; boundary=b",
    "multipart/form-datax",
    "application/json",
    "text/x-other",
    "",
  ]) {
    const req = request({ "content-type": type, "next-action": "x" });
    expect(String(await checkedForm(req, Buffer.from("[]"), true))).toBe("[]");
    expect(req.headers["content-type"]).toBe("text/plain;charset=UTF-8");
  }
});

it("whatever a part says of itself, it is read or refused", async () => {
  const ends: string[] = [];
  for (const disposition of [
    "",
    "form-data",
    "form-data; name",
    "form-data; name=",
    'form-data; name=""',
    'form-data; filename="a"',
    "form-data; filename*=x",
    'attachment; name="a"',
    "form-data; name*=UTF-8''%FF; name=\"a",
    'form-data; name="__proto__"',
  ])
    for (const header of ["Content-Disposition", "content-disposition ", "X-Other"]) {
      const body = `--${line}\r\n${header}: ${disposition}\r\n\r\nx\r\n${part("$ACTION_KEY", "k")}--${line}--\r\n`;
      ends.push(
        await check(multipart, body).then(
          () => "read",
          (error: unknown) => (error instanceof AppError ? error.code : String(error)),
        ),
      );
    }
  expect([...new Set(ends)].sort()).toEqual(["malformed", "read"]);
});

it("a form has few promises, in whichever part, since React goes through all of them again and again", async () => {
  const action = { ...multipart, "next-action": "x" };
  const led = (promise: string) => Array.from({ length: 9 }, (_, i) => part(String(i + 1), `"${promise}${i + 2}"`));
  await check(action, `${led("$@").slice(1).join("")}--${line}--\r\n`);
  await expect(check(action, `${led("$@").join("")}--${line}--\r\n`)).rejects.toMatchObject(refused);
  const ofForm = led("$@").join("").replaceAll('name="', 'name="$ACTION_1:');
  await expect(check(multipart, `${ofForm}--${line}--\r\n`)).rejects.toMatchObject(refused);
  await expect(check(alone, JSON.stringify(Array(9).fill("$@0")))).rejects.toMatchObject(refused);
});

const alone = { "next-action": "x" };

it.each(["h", "H", "Q", "W", "i", "n", "A", "o", "M", "V", "B", "R", "r", "X", "x", "\\u0040"])(
  'what no form of ours sends is refused before React reads it: "$%s"',
  async (kind) => {
    for (const sign of ["$", "\\u0024"]) {
      await expect(check(alone, `["${sign}${kind}1"]`)).rejects.toMatchObject(refused);
      const ofForm = `${part("$ACTION_1:0", `{"bound":"${sign}${kind}"}`)}--${line}--\r\n`;
      await expect(check(multipart, ofForm)).rejects.toMatchObject(refused);
    }
  },
);

it("what forms of ours send is read, in a bounded number of parts", async () => {
  const sent = '["$K1","$D2026-01-01T00:00:00.000Z","$-Infinity","$Infinity","$NaN","$undefined","$T","$1","$0:1:a"]';
  expect(String(await check(alone, sent))).toBe(sent);
  await check(alone, JSON.stringify(Array(200).fill("$1")));
  for (const part of ["$1", "$f", "$K1", "$0:1"])
    await expect(check(alone, JSON.stringify(Array(201).fill(part)))).rejects.toMatchObject(refused);
});

it("a text that begins like what React means otherwise is a text: the page's script doubles its first sign", async () => {
  const text = JSON.stringify(Array.from({ length: 300 }, () => ["$$@1", 'exec "$@"', "\\u0024@", "$$h1"]));
  expect(String(await check(alone, text))).toBe(text);
  await check(multipart, `${part("form", "comment")}${part("content", '"$@1"'.repeat(20))}--${line}--\r\n`);
  const json = { "content-type": "application/json" };
  expect(String(await check(json, '{"password":"$h"}', false))).toBe('{"password":"$h"}');
});

it("the parts of an action have names that its script gives them: React takes others for parts which nobody has checked", async () => {
  const action = { ...multipart, "next-action": "x" };
  const ends = `${part("0", '["$K1"]')}--${line}--\r\n`;
  await check(action, `${part("_1_username", "ada")}${part("_1f_0x0", "ada")}${ends}`);
  for (const name of ["", " ", "0x0", "0.0", "0e9", "-0", "-5", "NaN", "S1", "1e21", "username", "_1"])
    await expect(check(action, part(name, '"$@5"') + ends)).rejects.toMatchObject(refused);
});
