// The limit: a `node:http` server that answers the same head and body from memory for every request.
import { createServer } from "node:http";
import { answerMessages } from "./processes.mjs";

let answer = { status: 200, headers: [], body: Buffer.alloc(0) };

const server = createServer((_req, res) => {
  res.writeHead(answer.status, answer.headers);
  res.end(answer.body);
});
server.keepAliveTimeout = 65_000;

/** `{ port }` starts it; other messages set its answer. */
answerMessages(async (message) => {
  if (message.port) await new Promise((resolve) => server.listen(message.port, "127.0.0.1", resolve));
  else answer = { ...message, body: Buffer.from(message.body) };
});
