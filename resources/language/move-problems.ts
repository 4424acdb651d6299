import type { FieldInput, Resource } from './define-resource.ts';
import { type DefinitionProblem, problem } from './definition-problem.ts';
import { pointerTo } from './kinds/traits.ts';
import { isMoved, stateFields } from './moves.ts';
import { meantBy } from './nearest.ts';
import { kindOf } from './payload.ts';
import { ownField } from './wire-keys.ts';

/** Problems of moves that only the whole definition shows. */

/** Options that a field cannot have when moves alone change it. */
const MEANINGLESS = [
  'unique',
  'once',
  'requiredWith',
  'local',
  'sparse',
  'when',
  'readonly',
] as const satisfies readonly (keyof FieldInput)[];

const noField = ({ fields }: Resource, place: string, field: string) =>
  problem(place, 'noField', { field, ...meantBy(field, Object.keys(fields)) });

/** A field that names a person. */
function personProblem(resource: Resource, place: string, name: string): DefinitionProblem | null {
  const field = ownField(resource, name);
  if (!field) return noField(resource, place, name);
  const pointer = pointerTo(field, 'records');
  const isOne = pointer?.section === 'employees' && !pointer.several;
  return isOne ? null : problem(place, 'notEmployees', { field: name });
}

/** A field that a dialog asks for. */
function askedProblem(resource: Resource, place: string, name: string): DefinitionProblem | null {
  const field = ownField(resource, name);
  if (!field) return noField(resource, place, name);
  const isAsked = !isMoved(field) && !kindOf(field).shownOnly && !field.local && field.computed === undefined;
  return isAsked ? null : problem(place, 'askedUnasked', { field: name });
}

/** Every problem of the moves of a definition. */
export function* moveProblems(resource: Resource): Generator<DefinitionProblem> {
  const names = new Set<string>();
  for (const { name, process } of stateFields(resource)) {
    const field = ownField(resource, name);
    for (const option of MEANINGLESS) {
      if (field?.[option]) yield problem(`fields.${name}.${option}`, 'stateOption', { option });
    }
    for (const [at, move] of process.moves.entries()) {
      const place = `fields.${name}.moves.${at}`;
      if (names.has(move.name)) yield problem(`${place}.name`, 'moveTwice', { name: move.name });
      names.add(move.name);
      const askedNames = new Set<string>();
      for (const [index, ask] of (move.asks ?? []).entries()) {
        const wrong = askedProblem(resource, `${place}.asks.${index}.field`, ask.field);
        if (wrong) yield wrong;
        else if (askedNames.has(ask.field))
          yield problem(`${place}.asks.${index}.field`, 'twice', { value: ask.field });
        askedNames.add(ask.field);
      }
      for (const [index, person] of (move.who?.person ?? []).entries()) {
        const wrong = personProblem(resource, `${place}.who.person.${index}`, person);
        if (wrong) yield wrong;
      }
    }
  }
}
