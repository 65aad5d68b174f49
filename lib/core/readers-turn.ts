import { port } from "./port";

/** Asks the database when it is the turn of whoever asks, where its connections are few. */
type ReadersTurn = <T>(read: () => Promise<T>) => Promise<T>;

/** Whose turn it is to read on PostgreSQL, so that whoever asks for thousands of things keeps nobody else waiting. */
export const readersTurn = port<ReadersTurn>("whose turn it is to read", (read) => read());
