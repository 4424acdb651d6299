import type { Resource } from '#resources/language/define-resource.ts';
import {
  bareOf,
  entriesOf,
  isWireObject,
  objectOf,
  partsOf,
  textOf,
  textOrNull,
  type WireObject,
} from '../open-shapes.ts';
import type { BrokenFile } from './definitions.ts';

/** What every page reads of the sections that an installation has added (ours); their files have `definition-file-answers.ts`. */

export const sentencesOf = (value: unknown): string[] => entriesOf(value).map(textOf).filter(Boolean);

export const brokenOf = (wire: WireObject): BrokenFile => ({
  file: textOf(wire.file),
  name: textOrNull(wire.name),
  title: textOrNull(wire.title),
  ...(textOf(wire.path) ? { path: textOf(wire.path) } : {}),
  ...(wire.area === 'settings' ? { area: wire.area } : {}),
  ...(wire.menu === false ? { menu: wire.menu } : {}),
  problems: sentencesOf(wire.problems),
});

/**
 * A definition: the server has read it by the language before it says it, and the console draws what it cannot read as a section
 * that broke (`src/app/broken-sections.ts`); here it is only told from what is none.
 */
const isDefinition = (value: unknown): value is Resource =>
  isWireObject(value) && textOf(value.name) !== '' && isWireObject(value.routes) && isWireObject(value.fields);

/** `GET /resources/definitions/`; nothing of what a server does not say. `pending`: how many changed files wait. */
export function addedSectionsOf(body: unknown): { definitions: Resource[]; problems: BrokenFile[]; pending: number } {
  const wire = objectOf(bareOf(body));
  return {
    definitions: entriesOf(wire.definitions).filter(isDefinition),
    problems: partsOf(wire.problems, brokenOf),
    pending: entriesOf(wire.pending).length,
  };
}
