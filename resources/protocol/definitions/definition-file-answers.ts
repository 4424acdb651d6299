import { bareOf, idsOf, numberOf, objectOf, partsOf, textOf, under, type WireObject } from '../open-shapes.ts';
import { brokenOf, sentencesOf } from './definition-answers.ts';
import type { BrokenFile, DefinitionCheck, Misfit, PendingDefinition } from './definitions.ts';

/** What the page of the files that add sections reads (ours). */

const misfitOf = (wire: WireObject): Misfit => ({
  field: textOf(wire.field),
  message: textOf(wire.message),
  count: numberOf(wire.count) ?? 0,
  ids: idsOf(wire.ids),
});

const pendingOf = (wire: WireObject): PendingDefinition => ({
  file: textOf(wire.file),
  name: textOf(wire.name),
  title: textOf(wire.title),
  version: textOf(wire.version),
  misfits: partsOf(wire.misfits, misfitOf),
});

/** `GET /resources/definitions/`, as far as its files are concerned. */
export function definitionFilesOf(body: unknown): { problems: BrokenFile[]; pending: PendingDefinition[] } {
  const wire = objectOf(bareOf(body));
  return { problems: partsOf(wire.problems, brokenOf), pending: partsOf(wire.pending, pendingOf) };
}

/** `POST /resources/definitions/check/`. */
export function definitionCheckOf(body: unknown): DefinitionCheck {
  const wire = objectOf(bareOf(body));
  return { problems: sentencesOf(wire.problems), misfits: partsOf(wire.misfits, misfitOf) };
}

/** `POST /resources/definitions/apply/`: whether it was done. */
export const isApplied = (body: unknown): boolean => under(bareOf(body), 'applied') === true;
