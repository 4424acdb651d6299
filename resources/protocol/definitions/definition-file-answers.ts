import {
  decodeIds,
  decodeNumber,
  decodeObject,
  decodeParts,
  decodeText,
  getKey,
  unwrapBody,
  type WireObject,
} from '../open-shapes.ts';
import { decodeBrokenFile, decodeMessages } from './definition-answers.ts';
import type { BrokenFile, DefinitionCheck, DefinitionNote, Misfit, PendingDefinition } from './definitions.ts';

/** Responses for the page with the definition files (ours). */

const decodeMisfit = (wire: WireObject): Misfit => ({
  field: decodeText(wire.field),
  message: decodeText(wire.message),
  count: decodeNumber(wire.count) ?? 0,
  ids: decodeIds(wire.ids),
});

const decodePending = (wire: WireObject): PendingDefinition => ({
  file: decodeText(wire.file),
  name: decodeText(wire.name),
  title: decodeText(wire.title),
  version: decodeText(wire.version),
  misfits: decodeParts(wire.misfits, decodeMisfit),
});

const decodeNote = (wire: WireObject): DefinitionNote => ({
  file: decodeText(wire.file),
  name: decodeText(wire.name),
  title: decodeText(wire.title),
  notes: decodeMessages(wire.notes),
});

/** Broken definition files, pending changes, and notes on parts that have no effect yet. */
export interface DefinitionFilesState {
  problems: BrokenFile[];
  pending: PendingDefinition[];
  notes: DefinitionNote[];
}

/** `GET /resources/definitions/`: the part about files. */
export function decodeDefinitionFiles(body: unknown): DefinitionFilesState {
  const wire = decodeObject(unwrapBody(body));
  return {
    problems: decodeParts(wire.problems, decodeBrokenFile),
    pending: decodeParts(wire.pending, decodePending),
    notes: decodeParts(wire.notes, decodeNote),
  };
}

/** `POST /resources/definitions/check/`. */
export function decodeDefinitionCheck(body: unknown): DefinitionCheck {
  const wire = decodeObject(unwrapBody(body));
  return { problems: decodeMessages(wire.problems), misfits: decodeParts(wire.misfits, decodeMisfit) };
}

/** `POST /resources/definitions/apply/`: whether the definition was applied. */
export const isApplied = (body: unknown): boolean => getKey(unwrapBody(body), 'applied') === true;
