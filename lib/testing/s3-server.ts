import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "@20minutes/s3rver";
import type { S3Settings } from "../core/env";

/** What becomes of an answer of the service: refused, none, cut off, or begun and never ended. */
type S3Fault = "500" | "silent" | "half" | "stalled";

export type S3Server = {
  settings: S3Settings;
  /** Where its objects lie. */
  directory: string;
  /** What becomes of the next answers. */
  fail: (...faults: S3Fault[]) => void;
  /** What becomes of all answers until it is called with null. */
  failAlways: (fault: S3Fault | null) => void;
  /** The number of its answers that have not ended. */
  answering: () => number;
  /** Settles when it is asked the next time. */
  askedNext: () => Promise<unknown>;
  close: () => Promise<void>;
};

/** A service that speaks S3, behind a line on which answers fail as they do on a network. */
export async function startS3(bucket = "site"): Promise<S3Server> {
  const directory = mkdtempSync(join(process.env.BROADSHEET_TEST_FOLDER ?? tmpdir(), "s3-"));
  const service = new S3rver({
    port: 0,
    address: "127.0.0.1",
    silent: true,
    // It reads the addresses of lists otherwise than they were signed.
    allowMismatchedSignatures: true,
    directory,
    configureBuckets: [{ name: bucket }],
  });
  const { port } = await service.run();
  let next: S3Fault[] = [];
  let always: S3Fault | null = null;
  let answering = 0;
  const line = createServer((req, res) => {
    answering += 1;
    res.on("close", () => (answering -= 1));
    const isOfBodies = next[0] === "half" || next[0] === "stalled";
    const fault = (isOfBodies && req.method !== "GET" ? null : next.shift()) ?? always;
    if (fault === "500") return void req.resume().on("end", () => res.writeHead(500).end());
    if (fault === "silent") return void req.resume();
    const { url, method, headers } = req;
    const on = request({ port, host: "127.0.0.1", path: url, method, headers }, (answer) => {
      res.writeHead(answer.statusCode ?? 500, answer.headers);
      if (fault === null) return void answer.pipe(res);
      answer.once("data", (piece: Buffer) =>
        res.write(piece.subarray(0, 1000), () => (fault === "half" ? res.destroy() : answer.pause())),
      );
    });
    res.on("close", () => on.destroy());
    on.on("error", () => res.destroy());
    req.pipe(on);
  });
  line.listen(0, "127.0.0.1");
  await once(line, "listening");
  return {
    directory,
    settings: {
      endpoint: `http://127.0.0.1:${(line.address() as AddressInfo).port}`,
      bucket,
      region: "us-east-1",
      accessKeyId: "S3RVER",
      secretAccessKey: "S3RVER",
    },
    fail: (...faults) => void (next = faults),
    failAlways: (fault) => void (always = fault),
    answering: () => answering,
    askedNext: () => once(line, "request"),
    async close() {
      line.closeAllConnections();
      line.close();
      await service.close();
    },
  };
}
