import { IncomingMessage } from "node:http";
import { createRequire } from "node:module";
import { Socket } from "node:net";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import fc from "fast-check";
import { expect, it } from "vitest";
import { AppError } from "../core/errors";
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

it("a form has few promises, in whichever part and however they are written, since React goes through all of them again and again", async () => {
  const action = { ...multipart, "next-action": "x" };
  const led = (promise: string) => Array.from({ length: 9 }, (_, i) => part(String(i + 1), `"${promise}${i + 2}"`));
  for (const promise of ["$@", "\\u0024@", "$\\u0040", "\\u0024\\u0040"]) {
    await check(action, `${led(promise).slice(1).join("")}--${line}--\r\n`);
    await expect(check(action, `${led(promise).join("")}--${line}--\r\n`)).rejects.toMatchObject(refused);
    const ofForm = led(promise).join("").replaceAll('name="', 'name="$ACTION_1:');
    await expect(check(multipart, `${ofForm}--${line}--\r\n`)).rejects.toMatchObject(refused);
    const alone = JSON.stringify(Array.from({ length: 9 }, () => "P")).replaceAll("P", `${promise}0`);
    await expect(check({ "next-action": "x" }, alone)).rejects.toMatchObject(refused);
  }
  // A text that says so is none: its script doubles the first sign.
  const text = JSON.stringify(Array.from({ length: 20 }, () => ["$$@1", 'exec "$@"', "\\u0024@"]));
  expect(String(await check({ "next-action": "x" }, text))).toBe(text);
  await check(multipart, `${part("form", "comment")}${part("content", '"$@1"'.repeat(20))}--${line}--\r\n`);
});

it("the parts of an action have names that its script gives them: React takes others for parts which nobody has checked", async () => {
  const action = { ...multipart, "next-action": "x" };
  const ends = `${part("0", '["$K1"]')}--${line}--\r\n`;
  await check(action, `${part("_1_username", "ada")}${part("_1f_0x0", "ada")}${ends}`);
  for (const name of ["", " ", "0x0", "0.0", "0e9", "-0", "-5", "NaN", "S1", "1e21", "username", "_1"])
    await expect(check(action, part(name, '"$@5"') + ends)).rejects.toMatchObject(refused);
});
