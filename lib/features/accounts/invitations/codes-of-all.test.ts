import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Actor } from "../../../core/access";
import { anAdmin, visitor } from "../../../testing/actors";
import { refusal } from "../../../testing/factories";
import { aMailServer, type MailServer } from "../../../testing/mail-server";
import { storeOptions } from "../../../testing/options";
import { freshDatabase } from "../../../testing/setup";
import { useMailServer } from "../../../testing/smtp";
import { requestRegistrationCode } from "./registration-codes";

let count = 0;
const stranger = (): Actor => ({ ...visitor, ip: `100.66.0.${(count += 1)}` });
const anAddress = () => `bob${(count += 1)}@example.org`;

let server: MailServer;
beforeAll(async () => void (server = await aMailServer()));
afterAll(() => server.close());
beforeEach(async () => {
  await freshDatabase();
  await anAdmin();
  await useMailServer(server);
  await storeOptions({ site_url: "https://jane.example", registration_enabled: "true" });
});

it("a code to register is mailed for so many strangers in an hour, and still for the first of others when a few have asked for many", async () => {
  const few = Array.from({ length: 20 }, stranger);
  for (let i = 0; i < 80; i += 1) await requestRegistrationCode(few[i % 20] ?? visitor, { email: anAddress() });
  expect(await refusal(requestRegistrationCode(few[0] ?? visitor, { email: anAddress() }))).toMatchObject({
    code: "too_many",
  });
  for (let i = 0; i < 40; i += 1) await requestRegistrationCode(stranger(), { email: anAddress() });
  expect(await refusal(requestRegistrationCode(stranger(), { email: anAddress() }))).toMatchObject({
    code: "too_many",
  });
});
