/** Credentials that come back only if they are alive in the replaced database too: what is the same, what is alive. */
export const credentials: Readonly<Record<string, { same: string; alive: string }>> = {
  tokens: { same: "l.hash = c.hash", alive: "l.used_time IS NULL AND l.expire_time > :now" },
  sessions: { same: "l.hash = c.hash", alive: "l.expire_time > :now" },
  codes: { same: "l.hash = c.hash", alive: "l.used_time IS NULL AND l.expire_time > :now" },
  invitations: { same: "l.hash = c.hash", alive: "l.used_time IS NULL AND l.expire_time > :now" },
  registration_codes: { same: "l.email = c.email AND l.mark = c.mark", alive: "l.expire_time > :now" },
  recovery_codes: { same: "l.user_id = c.user_id AND l.mark = c.mark", alive: "l.used_time IS NULL" },
  // No credentials: what was done since, such as sending a mail, is not done again.
  jobs: {
    same: "l.id = c.id AND l.kind = c.kind AND l.create_time = c.create_time",
    alive: "l.state IN ('WAITING', 'RUNNING')",
  },
};
export const openJobs = "c.state IN ('WAITING', 'RUNNING')";
