import { eq } from "drizzle-orm";
import { jobs } from "../../db/schema";
import { mailJob } from "../services/mail/queue";
import { engine } from "../core/operation";
import { readPayload } from "../services/jobs/queue";
import { sendMail } from "../services/mail/sending";
import { type MailServer, partOf } from "./mail-server";
import { storeOptions } from "./options";

/** Sets the site's mail up to use this server. */
export const useMailServer = ({ port }: { port: number }) =>
  storeOptions({
    email_enabled: "true",
    email_host: "127.0.0.1",
    email_port: String(port),
    email_from_address: "site@example.org",
    email_from_name: "Harbour Letter",
  });

/** Sends queued mails; returns what this server has received so far, as recipient and plain text. */
export async function sendWaiting(server: MailServer): Promise<{ to: string; text: string }[]> {
  const waiting = await engine().reader.select().from(jobs).where(eq(jobs.state, "WAITING")).orderBy(jobs.id);
  for (const { id, payload } of waiting) {
    await sendMail(engine().reader, readPayload(mailJob, payload));
    await engine().transaction(
      (db) => db.update(jobs).set({ state: "DONE" }).where(eq(jobs.id, id)),
      () => null,
    );
  }
  return server.received.map((mail) => ({ to: mail.to.join(), text: partOf(mail, "text/plain") }));
}
