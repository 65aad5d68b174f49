import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, it } from "vitest";
import { AppError } from "../core/errors";
import { checkForm } from "./forms";

const line = "form-boundary";
const request = (headers: Record<string, string>) => Object.assign(new IncomingMessage(new Socket()), { headers });
const multipart = { "content-type": `multipart/form-data; boundary=${line}` };
const part = (name: string, value: string) =>
  `--${line}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

const check = (headers: Record<string, string>, body: string, isOfPage = true) =>
  checkForm(request(headers), Buffer.from(body), isOfPage);
const refused = { name: AppError.name, code: "malformed" };

it("a form is read whole, in however many pieces its parts come", async () => {
  const fields = Array.from({ length: 900 }, (_, i) => part(`field${i}`, "x".repeat(i)));
  await check(multipart, `${part("$ACTION_KEY", "k")}${fields.join("")}--${line}--\r\n`);
  await expect(check(multipart, `${fields.join("")}--${line}--\r\n`)).rejects.toMatchObject(refused);
  await expect(check(multipart, `${part("$ACTION_KEY", "[".repeat(40))}--${line}--\r\n`)).rejects.toMatchObject(
    refused,
  );
});

it.each(["base64", "BASE64", "quoted-printable", "x"])("parts that are coded as %s are refused", async (coding) => {
  const coded = (disposition: string) =>
    `--${line}\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Transfer-Encoding: ${coding}\r\n\r\n[]\r\n--${line}--\r\n`;
  for (const disposition of ['name="0"; filename="a"', 'name="0"'])
    await expect(check({ ...multipart, "next-action": "a" }, coded(disposition))).rejects.toMatchObject(refused);
  await check({ ...multipart, "next-action": "a" }, coded('name="0"; filename="a"').replace(coding, "binary"));
});

it("what a part says of itself is read behind any number of other headers", async () => {
  const others = Array.from({ length: 25 }, (_, i) => `X-${i}: y\r\n`).join("");
  const behind = (text: string) => text.replace("Content-Disposition", `${others}Content-Disposition`);
  await check(multipart, behind(`${part("form", "comment")}--${line}--\r\n`));
  await expect(check(multipart, behind(`${part("$ACTION_KEY", "[".repeat(40))}--${line}--\r\n`))).rejects.toMatchObject(
    refused,
  );
});

it("more parts than a form has cost no more than those it may have, whatever is in them", async () => {
  const cpuOf = async (text: string) => {
    const body = Buffer.from(text);
    const before = process.cpuUsage();
    await expect(checkForm(request(multipart), body, true)).rejects.toMatchObject(refused);
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
