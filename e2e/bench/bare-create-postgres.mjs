// The same as bare-create.mjs on PostgreSQL: the recorded transactions by the driver alone, each statement prepared.
import { createHash } from "node:crypto";
import pg from "pg";
import { answerMessages } from "./processes.mjs";
import { transactionsIn } from "./recording.mjs";

let transactions;

/** A statement with places is prepared under a name of its own; `begin` and `commit` have none. */
const asQuery = ({ sql: text, values }) =>
  values?.length > 0 ? { name: createHash("md5").update(text).digest("hex"), text, values } : text;

/** `{ recording, server, before, copy }`: runs them on a copy of the database from before them. */
answerMessages(async ({ recording, server, before, copy }) => {
  transactions ??= transactionsIn(recording).map((each) => each.map(asQuery));
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query(`drop database if exists ${copy}`);
  await admin.query(`create database ${copy} template ${before}`);
  await admin.query("checkpoint");
  const client = new pg.Client({ connectionString: server.replace(/postgres$/, copy) });
  await client.connect();
  const cpu = process.cpuUsage();
  const began = performance.now();
  for (const transaction of transactions) for (const each of transaction) await client.query(each);
  const seconds = (performance.now() - began) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  await client.end();
  await admin.query(`drop database ${copy}`);
  await admin.end();
  const count = transactions.length;
  return {
    perSecond: count / seconds,
    perCpu: (count * 1_000_000) / (user + system),
    statements: transactions[0].length,
  };
});
