// The load: raw HTTP/1.1 over kept connections, one request at a time on each, in its own process, with as little work
// per answer as possible.
import { connect } from "node:net";
import { answerMessages } from "./processes.mjs";

const headEnd = Buffer.from("\r\n\r\n");

/** Calls `onAnswer(status)` for each whole answer on a socket. All answers here have a Content-Length. */
function readAnswers(socket, onAnswer) {
  let held = null;
  let missing = 0;
  let status = 0;
  socket.on("data", (chunk) => {
    if (missing > 0) {
      missing -= chunk.length;
      if (missing === 0) onAnswer(status);
      else if (missing < 0) throw new Error("more bytes than the header said");
      return;
    }
    const bytes = held ? Buffer.concat([held, chunk]) : chunk;
    const end = bytes.indexOf(headEnd);
    if (end < 0) return void (held = bytes);
    held = null;
    const head = bytes.latin1Slice(0, end);
    status = Number(head.slice(9, 12));
    const at = head.search(/\r\ncontent-length:/i);
    if (at < 0) throw new Error(`an answer without Content-Length: ${head}`);
    missing = end + 4 + Number.parseInt(head.slice(at + 17), 10) - bytes.length;
    if (missing === 0) onAnswer(status);
  });
}

/** Repeats one request on several sockets for some time, of one port or of several; returns the number of answers. */
function repeat({ port, ports = [port], request, connections, ms, awake = false }) {
  return new Promise((resolve, reject) => {
    const bytes = Buffer.from(request, "latin1");
    const began = performance.now();
    const until = began + ms;
    let requests = 0;
    let open = connections;
    // Polls instead of sleeping: waking it for each answer is expensive on a virtual machine, and slows the answering
    // side.
    const stayAwake = () => void (open > 0 && setImmediate(stayAwake));
    if (awake) stayAwake();
    for (let i = 0; i < connections; i += 1) {
      const socket = connect({ port: ports[i % ports.length], host: "127.0.0.1", noDelay: true });
      socket.on("error", reject);
      socket.on("connect", () => socket.write(bytes));
      readAnswers(socket, (status) => {
        if (status !== 200) reject(new Error(`answered ${status}`));
        requests += 1;
        if (performance.now() < until) return void socket.write(bytes);
        socket.destroy();
        open -= 1;
        if (open === 0) resolve({ requests, seconds: (performance.now() - began) / 1000 });
      });
    }
  });
}

/**
 * Different requests in sequence on one socket; returns the milliseconds of each. `expected` is the status of all of
 * them, or a list of those of the first, the second and so on, which begins again after its end.
 */
function inTurn({ port, requests, expected }) {
  const statuses = [expected].flat();
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    const took = [];
    let began = 0;
    const send = () => {
      began = performance.now();
      socket.write(requests[took.length]);
    };
    socket.on("error", reject);
    socket.on("connect", send);
    readAnswers(socket, (status) => {
      const wanted = statuses[took.length % statuses.length];
      took.push(performance.now() - began);
      if (status !== wanted)
        reject(new Error(`answered ${status} instead of ${wanted}: ${requests[took.length - 1].slice(0, 300)}`));
      if (took.length < requests.length) return send();
      socket.destroy();
      resolve({ took });
    });
  });
}

answerMessages((message) => (message.requests ? inTurn(message) : repeat(message)));
