import type { FieldInput, Resource } from './define-resource.ts';
import { type DefinitionProblem, problem } from './definition-problem.ts';
import { getPointerTo } from './kinds/traits.ts';
import { isStateField, stateFields } from './moves.ts';
import { suggestionParams } from './nearest.ts';
import { getKind } from './payload.ts';
import { findOwnField } from './wire-keys.ts';

/** Checks of moves that need the whole definition. */

/** Options that make no sense for a field that only moves change. */
const NOT_FOR_STATES = [
  'unique',
  'once',
  'requiredWith',
  'local',
  'sparse',
  'when',
  'readonly',
] as const satisfies readonly (keyof FieldInput)[];

const noField = ({ fields }: Resource, place: string, field: string) =>
  problem(place, 'noField', { field, ...suggestionParams(field, Object.keys(fields)) });

/** The problem of a field in `who.person`. */
function personProblem(resource: Resource, place: string, name: string): DefinitionProblem | null {
  const field = findOwnField(resource, name);
  if (!field) return noField(resource, place, name);
  const pointer = getPointerTo(field, 'records');
  const isSinglePerson = pointer?.section === 'employees' && !pointer.isMultiple;
  return isSinglePerson ? null : problem(place, 'notEmployees', { field: name });
}

/** The problem of a field in `asks`. */
function askedProblem(resource: Resource, place: string, name: string): DefinitionProblem | null {
  const field = findOwnField(resource, name);
  if (!field) return noField(resource, place, name);
  const canBeAsked =
    !isStateField(field) && !getKind(field).isShownOnly && !field.local && field.computed === undefined;
  return canBeAsked ? null : problem(place, 'askedUnasked', { field: name });
}

/** Every problem of the moves of a definition. */
export function* moveProblems(resource: Resource): Generator<DefinitionProblem> {
  const names = new Set<string>();
  for (const { name, process } of stateFields(resource)) {
    const field = findOwnField(resource, name);
    for (const option of NOT_FOR_STATES) {
      if (field?.[option]) yield problem(`fields.${name}.${option}`, 'stateOption', { option });
    }
    for (const [moveIndex, move] of process.moves.entries()) {
      const place = `fields.${name}.moves.${moveIndex}`;
      if (names.has(move.name)) yield problem(`${place}.name`, 'moveTwice', { name: move.name });
      names.add(move.name);
      const askedNames = new Set<string>();
      for (const [index, ask] of (move.asks ?? []).entries()) {
        const found = askedProblem(resource, `${place}.asks.${index}.field`, ask.field);
        if (found) yield found;
        else if (askedNames.has(ask.field))
          yield problem(`${place}.asks.${index}.field`, 'twice', { value: ask.field });
        askedNames.add(ask.field);
      }
      for (const [index, person] of (move.who?.person ?? []).entries()) {
        const found = personProblem(resource, `${place}.who.person.${index}`, person);
        if (found) yield found;
      }
    }
  }
}
