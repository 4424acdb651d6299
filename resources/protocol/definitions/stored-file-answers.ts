import {
  decodeFlag,
  decodeMoment,
  decodeNumber,
  decodeObject,
  decodeParts,
  decodeText,
  textOrNull,
  under,
  unwrapBody,
  type WireObject,
} from '../open-shapes.ts';
import { decodeSentences } from './definition-answers.ts';

/** A file that adds a section, as the server lists it. */
export interface StoredFile {
  file: string;
  /** Name and title of its section; null where they cannot be read. */
  name: string | null;
  title: string | null;
  /** Counts from 1. */
  version: number;
  /** ISO in UTC. */
  changedAt: string;
  /** Null for a file that was put into the folder. */
  changedBy: string | null;
  broken: boolean;
}

/** The text of a file in a version. */
export interface StoredText {
  file: string;
  text: string;
  version: number;
  changedAt: string;
  changedBy: string | null;
}

/** A version of a file; `removed`: with it the file was taken away. */
export interface StoredVersion {
  version: number;
  changedAt: string;
  changedBy: string | null;
  removed: boolean;
}

/** An example that comes with the product. */
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

const decodeFile = (wire: WireObject): StoredFile => ({
  file: decodeText(wire.file),
  name: textOrNull(wire.name),
  title: textOrNull(wire.title),
  ...decodeChange(wire),
  broken: decodeFlag(wire.broken) ?? false,
});

const decodeVersion = (wire: WireObject): StoredVersion => ({
  ...decodeChange(wire),
  removed: decodeFlag(wire.removed) ?? false,
});

/** The files of added sections, and those that were taken away. */
export interface StoredFiles {
  files: StoredFile[];
  removed: StoredFile[];
}

/** `GET /resources/definitions/files/`. */
export const decodeStoredFiles = (body: unknown): StoredFiles => ({
  files: decodeParts(under(unwrapBody(body), 'files'), decodeFile),
  removed: decodeParts(under(unwrapBody(body), 'removed'), decodeFile),
});

/** `GET …/files/{file}/`, one of its versions, and a 409. */
export function decodeStoredText(body: unknown): StoredText {
  const wire = decodeObject(unwrapBody(body));
  return { file: decodeText(wire.file), text: decodeText(wire.text), ...decodeChange(wire) };
}

/** `GET …/files/{file}/versions/`. */
export const decodeStoredVersions = (body: unknown): StoredVersion[] =>
  decodeParts(under(unwrapBody(body), 'versions'), decodeVersion);

/** `PUT …/files/{file}/`. @returns the version that was written, and whether it waits for records that do not fit */
export function decodeStoredSave(body: unknown): { version: number; pending: boolean } {
  const wire = decodeObject(unwrapBody(body));
  return { version: decodeNumber(wire.version) ?? 0, pending: decodeFlag(wire.pending) ?? false };
}

/** The sentences of a 422. */
export const decodeStoredProblems = (body: unknown): string[] =>
  decodeSentences(under(unwrapBody(body), 'problems') ?? under(body, 'problems'));

/** `GET /resources/definitions/examples/`. */
export const decodeExamples = (body: unknown): ExampleFile[] =>
  decodeParts(under(unwrapBody(body), 'examples'), (wire) => ({
    file: decodeText(wire.file),
    name: decodeText(wire.name),
    title: decodeText(wire.title),
    description: decodeText(wire.description),
    text: decodeText(wire.text),
  }));
