import type { Resource } from '#resources/language/define-resource.ts';
import {
  decodeEntries,
  decodeObject,
  decodeParts,
  decodeText,
  isWireObject,
  textOrNull,
  unwrapBody,
  type WireObject,
} from '../open-shapes.ts';
import type { BrokenFile } from './definitions.ts';

/** Responses about added sections that every page needs (ours); those about their files are in `definition-file-answers.ts`. */

export const decodeMessages = (value: unknown): string[] => decodeEntries(value).map(decodeText).filter(Boolean);

export const decodeBrokenFile = (wire: WireObject): BrokenFile => ({
  file: decodeText(wire.file),
  name: textOrNull(wire.name),
  title: textOrNull(wire.title),
  ...(decodeText(wire.path) ? { path: decodeText(wire.path) } : {}),
  ...(wire.area === 'settings' ? { area: wire.area } : {}),
  ...(wire.menu === false ? { menu: wire.menu } : {}),
  problems: decodeMessages(wire.problems),
});

/**
 * Only a basic check whether a value is a definition: the server has validated it, and the console shows one that it cannot use
 * as a broken section (`src/app/broken-sections.ts`).
 */
const isDefinition = (value: unknown): value is Resource =>
  isWireObject(value) && decodeText(value.name) !== '' && isWireObject(value.routes) && isWireObject(value.fields);

/** `GET /resources/definitions/`; missing parts are empty. `pending`: number of changed files that wait. */
export function decodeAddedSections(body: unknown): {
  definitions: Resource[];
  problems: BrokenFile[];
  pending: number;
} {
  const wire = decodeObject(unwrapBody(body));
  return {
    definitions: decodeEntries(wire.definitions).filter(isDefinition),
    problems: decodeParts(wire.problems, decodeBrokenFile),
    pending: decodeEntries(wire.pending).length,
  };
}
