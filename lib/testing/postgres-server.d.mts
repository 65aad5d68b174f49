export const postgresPrograms: string | undefined;

export type PostgresServer = {
  url: string;
  stop: () => Promise<void>;
  /** Ends every connection, and the server; `resume` starts it again on the same data. */
  halt: () => Promise<void>;
  resume: () => Promise<void>;
};

export function startPostgres(programs: string, more?: readonly string[]): Promise<PostgresServer>;

export const poolerProgram: string | undefined;

export function startPooler(program: string, url: string): Promise<{ url: string; stop: () => Promise<void> }>;
