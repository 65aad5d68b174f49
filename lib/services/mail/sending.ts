import { isIPv4 } from "node:net";
import type { Database } from "../../../db";
import { addressOf, readOptions, readSecret } from "../settings/reading";
import type { Options } from "../../core/settings";
import { compose, oneLine } from "./compose";
import type { Mail, MailStep } from "./schema";

/** Why a mail failed; `isFinal`: another attempt would fail as well. */
export class MailError extends Error {
  constructor(
    readonly step: MailStep,
    message: string,
    readonly answer: string | null,
    readonly isFinal: boolean,
  ) {
    super(message);
  }
}

type SmtpFailure = { code?: string; command?: string; response?: string; responseCode?: number };

/** Milliseconds for each step, so that a silent server does not block a worker. */
const TIMEOUTS = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000, dnsTimeout: 15_000 };

/** Milliseconds for a whole mail, since a server that says something now and then is never silent. */
const MAIL_MS = 60_000;

/** Whether a host is this machine itself; a name that begins like such an address is anybody's. */
export const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "::1" || (isIPv4(host) && host.startsWith("127."));

/** The fault in a sentence that says where to look. */
function explain(error: unknown, { email_host: host, email_port: port }: Options): MailError {
  const { code = "", command = "", response, responseCode = 0 } = error as SmtpFailure;
  const words = error instanceof Error ? error.message : String(error);
  const at = `${host}:${port}`;
  const failed = (step: MailStep, sentence: string) =>
    new MailError(
      step,
      sentence,
      response ?? words,
      responseCode >= 500 && (step === "recipient" || step === "message"),
    );
  if (code === "EDNS" || /ENOTFOUND|EAI_AGAIN/.test(words))
    return failed("address", `There is no server named ${host}. Check its name.`);
  if (code === "EAUTH" || code === "ENOAUTH" || code === "EOAUTH2")
    return failed("sign-in", `${at} did not take the user name and password.`);
  if (code === "ETLS" || /certificate|SSL|TLS|self-signed/i.test(words))
    return failed(
      "encryption",
      `The encrypted connection to ${at} could not be made. Check the port, whether the port uses TLS from the start, and whether the server's certificate is valid for its name.`,
    );
  if (command === "MAIL FROM")
    return failed("sender", `${at} does not take mail from this sender. Check the sender's address.`);
  if (code === "EENVELOPE" || command === "RCPT TO")
    return failed("recipient", `${at} does not take mail for this recipient.`);
  if (code === "EMESSAGE" || command === "DATA") return failed("message", `${at} did not take the message.`);
  return failed(
    "connection",
    `${at} could not be reached or did not answer as a mail server does. Check name and port, and whether a firewall lets this server out.`,
  );
}

/** Sends one mail over the owner's server; throws `MailError` with the failed step. */
export async function sendMail(db: Database, mail: Mail, mostMs = MAIL_MS): Promise<void> {
  const options = await readOptions(db);
  if (options.email_host === "" || options.email_from_address === "")
    throw new MailError("settings", "The mail server or the sender's address is not set.", null, true);
  const user = options.email_user;
  const letter = compose(mail, {
    title: options.site_title,
    url: addressOf(options),
    locale: options.site_locale,
    look: options,
  });
  const [{ createTransport }, { boundMailAnswers }] = await Promise.all([
    import("nodemailer"),
    import("../../patches/bounded-mail-answers"),
  ]);
  boundMailAnswers();
  const transport = createTransport({
    host: options.email_host,
    port: options.email_port,
    secure: options.email_secure,
    // A password is never sent unencrypted.
    requireTLS: user !== "" && !options.email_secure && !isLoopback(options.email_host),
    // Nobody can listen on the way to this machine itself, and no certificate names it.
    ignoreTLS: !options.email_secure && isLoopback(options.email_host),
    ...(user !== "" && { auth: { user, pass: await readSecret(db, "email_password") } }),
    disableFileAccess: true,
    disableUrlAccess: true,
    ...TIMEOUTS,
  });
  try {
    await transport.sendMail({
      from: { name: oneLine(options.email_from_name || options.site_title), address: options.email_from_address },
      // An object, so that an address is never parsed as a list.
      to: { name: "", address: mail.to },
      ...letter,
      signal: AbortSignal.timeout(mostMs),
      headers: {
        "Auto-Submitted": "auto-generated",
        ...(mail.data.unsubscribe !== undefined && {
          "List-Unsubscribe": `<${mail.data.unsubscribe}>`,
          "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }),
      },
    });
  } catch (error) {
    throw explain(error, options);
  } finally {
    transport.close();
  }
}
