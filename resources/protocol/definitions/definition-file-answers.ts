import {
  decodeIds,
  decodeNumber,
  decodeObject,
  decodeParts,
  decodeText,
  under,
  unwrapBody,
  type WireObject,
} from '../open-shapes.ts';
import { decodeBrokenFile, decodeSentences } from './definition-answers.ts';
import type { BrokenFile, DefinitionCheck, DefinitionNote, Misfit, PendingDefinition } from './definitions.ts';

/** Answers that the page of the files that add sections reads (ours). */

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
  notes: decodeSentences(wire.notes),
});

/** Problems of the files of an installation, those that wait, and parts of them that do nothing yet. */
export interface DefinitionFilesState {
  problems: BrokenFile[];
  pending: PendingDefinition[];
  notes: DefinitionNote[];
}

/** `GET /resources/definitions/`, as far as its files are concerned. */
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
  return { problems: decodeSentences(wire.problems), misfits: decodeParts(wire.misfits, decodeMisfit) };
}

/** `POST /resources/definitions/apply/`: whether it was done. */
export const isApplied = (body: unknown): boolean => under(unwrapBody(body), 'applied') === true;
