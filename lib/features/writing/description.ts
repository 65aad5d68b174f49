import type { z } from "zod";
import type { Database } from "../../../db";
import type { Actor } from "../../core/access";
import type { Words } from "../../text/search";

import type { Placed } from "./stale";
import type { Collection } from "./collection";
import type { Revision, RevisionDiff, RevisionItem } from "./revision-schema";
import type { Related, WholeRow } from "./rows";
import type { Fields } from "./saves";
import type { PostStatus } from "./schema";

/** The fields besides the text that a record's words depend on. */
export type Searched = Pick<WholeRow, "id" | "title" | "status" | "password" | "createTime">;

/** A record's number, under its name in requests and answers. */
export type RecordNumber = { postId: number } | { sheetId: number };

export const idOf = (number: RecordNumber): number => ("postId" in number ? number.postId : number.sheetId);

/** The answer at an address: a record as visitors see it, or where it has moved to. */
type AtAddress = ({ post: { id: number } | null } | { sheet: { id: number } | null }) & { movedTo: string | null };

export const recordAt = (place: AtAddress) => ("post" in place ? place.post : place.sheet);

/** A record as its editors find it. */
export type FoundRecord = WholeRow & Related;

/** The schemas of a collection's input and answers. */
export type Schemas<N extends RecordNumber> = {
  new: z.ZodType<Fields & { title: string }>;
  changes: z.ZodType<N & Fields>;
  textChanges: z.ZodType<N & Fields>;
  statusChange: z.ZodType<N & { status: PostStatus; expectedVersion?: number | undefined }>;
  removal: z.ZodType<N & { permanent?: boolean | undefined }>;
  workingTextDiscard: z.ZodType<N & { expectedVersion?: number | undefined }>;
  ref: z.ZodType<N>;
  revisionRef: z.ZodType<N & { revisionId: number }>;
  /** A record as its editors see it. */
  whole: z.ZodType<Placed>;
  /** A record as visitors see it. */
  public: z.ZodType<{ id: number }, { locked: boolean }>;
  atAddress: z.ZodType<AtAddress>;
};

/** The answers about revisions; collections differ in the name of the number only. */
type RevisionSchemas<N> = {
  item: z.ZodType<RevisionItem & N, RevisionItem & N>;
  text: z.ZodType<Revision & N, Revision & N>;
  diff: z.ZodType<RevisionDiff & N, RevisionDiff & N>;
};

/** Everything in which collections differ; their operations are made from this (`mutations.ts`, `queries.ts`). */
export type Description<N extends RecordNumber, F extends FoundRecord, S extends Schemas<N>> = {
  collection: Collection;
  numbered: (id: number) => N;
  placed: (found: z.input<S["public"]> | null, movedTo: string | null) => z.input<S["atAddress"]>;
  schemas: S;
  revisions: RevisionSchemas<N>;
  /** Sample inputs for the API's document. */
  examples: { new: z.input<S["new"]>; changes: z.input<S["changes"]>; textChanges: z.input<S["textChanges"]> };
  /** The titles of operations that do not follow from the noun. */
  titles: { discardWorkingText: string; createPreviewLink: string };
  /** Further cache keys of an answer for visitors, beside the record, its comments and its author. */
  reads: { found: readonly string[]; missing: readonly string[] };
  /** Joins records with their lists. */
  withRelations: (db: Database, rows: WholeRow[]) => Promise<F[]>;
  /** The same for one whose metas, categories and tags are known. */
  complete: (db: Database, row: WholeRow & Partial<F>) => Promise<F>;
  /** Replaces the given metas, categories and tags; returns what it stored. */
  relate: (db: Database, id: number, given: Fields, isNew: boolean) => Promise<Partial<F>>;
  forDashboard: (found: F) => z.input<S["whole"]>;
  forVisitor: (found: F, actor: Actor) => z.input<S["public"]>;
  /** Updates the search index: words are extracted beforehand and stored in the same transaction. */
  index?: {
    words: (record: Searched & { plainText: string | undefined }) => Promise<Words>;
    put: (db: Database, record: Pick<WholeRow, "id" | "createTime">, words: Words) => Promise<void>;
    /** Has a job put these in, whose words are too many for one transaction. */
    later: (db: Database, ids: readonly number[], now: Date) => Promise<void>;
    remove: (db: Database, id: number) => Promise<void>;
  };
};
