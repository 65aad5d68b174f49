import type { RequestListener } from "node:http";
import { clientHeader } from "../../doors/client-header";
import { problemFrom } from "../../doors/problem";
import { endUnparsed } from "../../patches/stopped-parsing";
import { isRead } from "../addresses/addresses";
import { hasBody, receiveBody, STRANGERS_BODY } from "../bodies/boundary";
import { clientIp } from "../connections/limits";
import { requestIdOf } from "../addresses/request-id";
import { closeUnlessRead, send, sized } from "./sending";

const bounds = { stranger: STRANGERS_BODY, known: STRANGERS_BODY };

/**
 * Ends the connection of whoever asks for something with a body in chunks, which no browser sends, before any is
 * parsed: 1,900 connections that sent hundreds of chunks of a byte kept everybody waiting for 1.7 s.
 */
export const withoutChunks =
  (answer: RequestListener): RequestListener =>
  (req, res) =>
    isRead(req.method) && req.headers["transfer-encoding"] !== undefined ? endUnparsed(req.socket) : answer(req, res);

/**
 * Takes the body of a request that only asks for something, within a stranger's bounds, and answers as if there were
 * none. Nobody would read it: it would stay in memory as long as its sender takes for the answer.
 */
export const withoutBodies =
  (answer: RequestListener): RequestListener =>
  (req, res) => {
    if (!isRead(req.method) || !hasBody(req)) return answer(req, res);
    closeUnlessRead(req, res);
    req.headers[clientHeader] = clientIp(req) ?? "";
    receiveBody(req, bounds, async () => "refuse").then(
      () => {
        delete req.headers["content-length"];
        answer(req, res);
      },
      (thrown: unknown) => send(req, res, sized(problemFrom(thrown, requestIdOf(req)))),
    );
  };
