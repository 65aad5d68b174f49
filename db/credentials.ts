type Rule = { same: string; alive: string; stays?: (prepared: string, live: string) => string };

/** Whether two schemas are of one site: an account is in both. */
const isSameSite = (prepared: string, live: string) =>
  `EXISTS (SELECT 1 FROM ${live}.users AS a JOIN ${prepared}.users AS b ON a.id = b.id AND a.create_time = b.create_time)`;

const sameRow = "l.id = c.id AND l.create_time = c.create_time";
const isUnknown = (live: string, table: string) => `NOT EXISTS (SELECT 1 FROM ${live}.${table} AS l WHERE ${sameRow})`;

/**
 * Credentials that come back only if they are alive in the replaced database too: what is the same, what is alive.
 * `stays`: what comes back nevertheless.
 */
export const credentials: Readonly<Record<string, Rule>> = {
  tokens: { same: "l.hash = c.hash", alive: "l.used_time IS NULL AND l.expire_time > :now" },
  sessions: { same: "l.hash = c.hash", alive: "l.expire_time > :now" },
  codes: { same: "l.hash = c.hash", alive: "l.used_time IS NULL AND l.expire_time > :now" },
  invitations: { same: "l.hash = c.hash", alive: "l.used_time IS NULL AND l.expire_time > :now" },
  registration_codes: { same: "l.email = c.email AND l.mark = c.mark", alive: "l.expire_time > :now" },
  recovery_codes: {
    same: "l.user_id = c.user_id AND l.mark = c.mark",
    alive: "l.used_time IS NULL",
    // Another site, such as one just set up on a new machine, knows of none; without them a lost phone locks out for good.
    stays: (prepared, live) => `NOT ${isSameSite(prepared, live)}`,
  },
  // No credentials: what was done since, such as sending a mail, is not done again. What is still to come was not.
  jobs: {
    same: `${sameRow} AND l.kind = c.kind`,
    alive: "l.state IN ('WAITING', 'RUNNING')",
    stays: (_prepared, live) => `c.run_at > :now AND ${isUnknown(live, "jobs")}`,
  },
  mailings: {
    same: sameRow,
    alive: "l.state = c.state AND l.reached = c.reached",
    stays: (prepared, live) =>
      `c.state = 'PLANNED' AND ${isUnknown(live, "mailings")} AND c.post_id IN (SELECT id FROM ${prepared}.posts WHERE create_time > :now)`,
  },
};

/** The condition for rows `c` of a prepared table that come back. */
export const comesBack = (table: string, prepared: string, live: string): string => {
  const { same, alive, stays } = credentials[table] as Rule;
  const lives = `EXISTS (SELECT 1 FROM ${live}.${table} AS l WHERE ${same} AND ${alive})`;
  return stays ? `(${lives} OR (${stays(prepared, live)}))` : lives;
};
export const openJobs = "c.state IN ('WAITING', 'RUNNING')";

const mailed = "post_id, from_time, until_time, reached, sent, start_time, end_time, create_time";

/** What followers were mailed since the backup, which they do not get again; the tables stand in these schemas. */
export const mailedSince = (prepared: string, live: string): string =>
  `INSERT INTO ${prepared}.mailings (state, ${mailed})
   SELECT CASE WHEN l.state = 'SENDING' THEN 'SENT' ELSE l.state END, ${mailed} FROM ${live}.mailings AS l
   WHERE (l.post_id IS NULL OR l.post_id IN (SELECT id FROM ${prepared}.posts))
   AND NOT EXISTS (SELECT 1 FROM ${prepared}.mailings AS c WHERE c.post_id = l.post_id OR c.until_time = l.until_time)`;

/**
 * Takes from the lists of mails who left them since the backup. The tables stand in these schemas; `mark` is the
 * expression for the digest of an address (`withdrawals`).
 */
export const leftSince = (prepared: string, live: string, mark: (column: string) => string): string[] => {
  const isGone = (list: string) => `${mark("email")} IN (SELECT mark FROM ${live}.withdrawals WHERE list = '${list}')`;
  return [
    `INSERT INTO ${prepared}.withdrawals (list, mark, create_time)
     SELECT list, mark, create_time FROM ${live}.withdrawals WHERE 1 = 1 ON CONFLICT (list, mark) DO NOTHING`,
    `DELETE FROM ${prepared}.followers WHERE ${isGone("posts")}`,
    `DELETE FROM ${prepared}.reply_addresses WHERE ${isGone("replies")}`,
    `UPDATE ${prepared}.comments SET allow_notification = (1 = 0) WHERE allow_notification AND ${isGone("replies")}`,
  ];
};

/**
 * The names of accounts that a restore gives more than they have: who was suspended, deleted, or got another role or
 * password since. None where the other site is another one. The tables stand in these schemas.
 */
export const changedSince = (prepared: string, live: string): string => {
  const same = "l.id = c.id AND l.create_time = c.create_time";
  return `SELECT c.username FROM ${prepared}.users AS c LEFT JOIN ${live}.users AS l ON ${same}
   WHERE NOT c.suspended
   AND (l.id IS NULL OR l.suspended OR l.role NOT IN (c.role) OR coalesce(l.password_hash, '') <> coalesce(c.password_hash, ''))
   AND EXISTS (SELECT 1 FROM ${live}.users AS l JOIN ${prepared}.users AS c ON ${same}) ORDER BY c.username`;
};
