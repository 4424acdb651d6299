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

/** Answers that every page reads about the sections that an installation has added (ours); their files have `definition-file-answers.ts`. */

export const decodeSentences = (value: unknown): string[] => decodeEntries(value).map(decodeText).filter(Boolean);

export const decodeBrokenFile = (wire: WireObject): BrokenFile => ({
  file: decodeText(wire.file),
  name: textOrNull(wire.name),
  title: textOrNull(wire.title),
  ...(decodeText(wire.path) ? { path: decodeText(wire.path) } : {}),
  ...(wire.area === 'settings' ? { area: wire.area } : {}),
  ...(wire.menu === false ? { menu: wire.menu } : {}),
  problems: decodeSentences(wire.problems),
});

/**
 * A definition: the server has read it by the language before it says it, and the console draws what it cannot read as a section
 * that broke (`src/app/broken-sections.ts`); here it is only told from what is none.
 */
const isDefinition = (value: unknown): value is Resource =>
  isWireObject(value) && decodeText(value.name) !== '' && isWireObject(value.routes) && isWireObject(value.fields);

/** `GET /resources/definitions/`; nothing of what a server does not say. `pending`: how many changed files wait. */
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
