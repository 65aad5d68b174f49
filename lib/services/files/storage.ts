import { join } from "node:path";
import { isSiteBeside } from "../../../db/beside";
import { nameIn } from "../../../db/folder-name";
import { env, type S3Settings } from "../../core/env";
import { localDisk } from "./local-disk";
import { s3Storage } from "./s3";
import type { Storage } from "./storage-shape";

export { PIECE } from "./storage-shape";

/** The folder of incoming uploads: on the same disk as the final ones, so that files are moved and not copied. */
export const incomingRoot = (): string => join(env.dataDir, "uploads", ".incoming");

let made: { of: S3Settings; storage: Storage } | undefined;

function bucketOf(settings: S3Settings): Storage {
  if (made?.of !== settings) made = { of: settings, storage: s3Storage(settings, isSiteBeside) };
  return made.storage;
}

export type Place = "s3" | "disk";

/** The two places where files of this site may lie; no bucket without its settings. */
export const placeOfFiles = (place: Place): Storage | null =>
  place === "disk" ? localDisk : env.s3 ? bucketOf(env.s3) : null;

/**
 * The place where this server puts files, by a name that several servers can compare: that of the bucket, or one that
 * lies in the folder itself, which servers may share though each has a data folder of its own.
 */
export const placeName = (): string =>
  env.s3 ? `bucket ${env.s3.bucket}` : `folder ${nameIn(join(env.dataDir, "uploads"), ".name")}`;

/** The storage of this site. */
export const storage = (): Storage => (env.s3 ? bucketOf(env.s3) : localDisk);
