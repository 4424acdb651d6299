import {
  decodeFlag,
  decodeMoment,
  decodeNumber,
  decodeObject,
  decodeParts,
  decodeText,
  getKey,
  textOrNull,
  unwrapBody,
  type WireObject,
} from '../open-shapes.ts';
import { decodeMessages } from './definition-answers.ts';

/** A removed file; its last text is stored. */
export interface RemovedFile {
  file: string;
  /** Name and title of its section; null if unreadable. */
  name: string | null;
  title: string | null;
  /** Version number, from 1. */
  version: number;
  /** ISO in UTC. */
  changedAt: string;
  /** Null if it was changed or removed by hand in the folder. */
  changedBy: string | null;
}

/** A file that adds a section. */
export interface StoredFile extends RemovedFile {
  broken: boolean;
}

/** The files of the added sections. */
export interface StoredFiles {
  files: StoredFile[];
  removed: RemovedFile[];
}

/** The text of a file in a version. */
export interface StoredText {
  file: string;
  text: string;
  version: number;
  changedAt: string;
  changedBy: string | null;
}

/** A version of a file; `removed`: this version is a removal. */
export interface StoredVersion {
  version: number;
  changedAt: string;
  changedBy: string | null;
  removed: boolean;
}

/** An example definition. */
export interface ExampleFile {
  file: string;
  name: string;
  title: string;
  description: string;
  text: string;
}

const decodeChange = (wire: WireObject) => ({
  version: decodeNumber(wire.version) ?? 0,
  changedAt: decodeMoment(wire.changedAt),
  changedBy: textOrNull(wire.changedBy),
});

const decodeRemoved = (wire: WireObject): RemovedFile => ({
  file: decodeText(wire.file),
  name: textOrNull(wire.name),
  title: textOrNull(wire.title),
  ...decodeChange(wire),
});

const decodeFile = (wire: WireObject): StoredFile => ({
  ...decodeRemoved(wire),
  broken: decodeFlag(wire.broken) ?? false,
});

const decodeVersion = (wire: WireObject): StoredVersion => ({
  ...decodeChange(wire),
  removed: decodeFlag(wire.removed) ?? false,
});

/** `GET /resources/definitions/files/`. */
export function decodeStoredFiles(body: unknown): StoredFiles {
  const wire = decodeObject(unwrapBody(body));
  return { files: decodeParts(wire.files, decodeFile), removed: decodeParts(wire.removed, decodeRemoved) };
}

/** `GET …/files/{file}/`, one of its versions, and a 409. */
export function decodeStoredText(body: unknown): StoredText {
  const wire = decodeObject(unwrapBody(body));
  return { file: decodeText(wire.file), text: decodeText(wire.text), ...decodeChange(wire) };
}

/** `GET …/files/{file}/versions/`. */
export const decodeStoredVersions = (body: unknown): StoredVersion[] =>
  decodeParts(getKey(unwrapBody(body), 'versions'), decodeVersion);

/** `PUT …/files/{file}/`: the new version, and whether it waits because of records that do not fit. */
export function decodeStoredSave(body: unknown): { version: number; pending: boolean } {
  const wire = decodeObject(unwrapBody(body));
  return { version: decodeNumber(wire.version) ?? 0, pending: decodeFlag(wire.pending) ?? false };
}

/** The messages of a 422. */
export const decodeStoredProblems = (body: unknown): string[] =>
  decodeMessages(getKey(unwrapBody(body), 'problems') ?? getKey(body, 'problems'));

/** `GET /resources/definitions/examples/`. */
export const decodeExamples = (body: unknown): ExampleFile[] =>
  decodeParts(getKey(unwrapBody(body), 'examples'), (wire) => ({
    file: decodeText(wire.file),
    name: decodeText(wire.name),
    title: decodeText(wire.title),
    description: decodeText(wire.description),
    text: decodeText(wire.text),
  }));
