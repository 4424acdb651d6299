import type { FieldInput, Resource } from './define-resource.ts';
import { type DefinitionProblem, problem } from './definition-problem.ts';
import { computedProblem, lastingProblem } from './expressions/problems.ts';
import { formPlace, formSections } from './form-sections.ts';
import { KIND_NAMES } from './kinds/registry.ts';
import { kindOf, onDay } from './payload.ts';

/** Problems of fields that the server computes, and of what stands beside them. */

const COMPUTABLE = KIND_NAMES.filter((kind) => kindOf({ kind }).isComputable);

/** Options that make no sense for a computed field. */
const INPUT_ONLY_OPTIONS = [
  'required',
  'readonly',
  'change',
  'initial',
  'unique',
  'once',
  'requiredWith',
  'local',
  'sparse',
  'message',
  'input',
] as const satisfies readonly (keyof FieldInput)[];

const isSaid = (value: unknown): boolean => value !== undefined && value !== false;

/** Every problem of one field, or of a column of rows, that is computed. */
export function* computedFieldProblems(
  resource: Pick<Resource, 'fields' | 'generic'>,
  name: string,
  field: FieldInput,
): Generator<DefinitionProblem> {
  const { computed, when, kind } = field;
  if (computed === undefined) return;
  const place = `fields.${name}`;
  if (!resource.generic) yield problem(`${place}.computed`, 'computedForeign');
  if (!kindOf(field).isComputable)
    yield problem(`${place}.computed`, 'computedKind', { kind, kinds: COMPUTABLE.join(', ') });
  for (const option of INPUT_ONLY_OPTIONS) {
    if (isSaid(field[option])) yield problem(`${place}.${option}`, 'computedOption', { option });
  }
  if (onDay(field, () => '')) yield problem(place, 'computedMoment', { name: 'today' });
  const wrong = [
    computedProblem(name, computed, resource.fields),
    when === undefined ? null : lastingProblem(`${place}.when`, when, resource.fields),
  ];
  // A condition that cannot be read is reported with those of the other fields.
  for (const one of wrong) if (one && (one.place === `${place}.computed` || one.code === 'computedMoment')) yield one;
}

/** Fields that a part of the form depends on, with their places; each of them needs an input. */
function* fieldsThatNeedInput(resource: Resource): Generator<[place: string, field: string]> {
  for (const [at, { when }] of formSections(resource).entries()) {
    if (when) yield [`${formPlace(resource)}.${at}.when.field`, when.field];
  }
  for (const [name, field] of Object.entries(resource.fields)) {
    for (const [option, other] of kindOf(field).names?.(field as never) ?? [])
      yield [`fields.${name}.${option}`, other];
    if (field.requiredWith) yield [`fields.${name}.requiredWith`, field.requiredWith];
  }
}

/** Every problem of the computed fields of a definition. */
export function* computedProblems(resource: Resource): Generator<DefinitionProblem> {
  for (const [name, field] of Object.entries(resource.fields)) yield* computedFieldProblems(resource, name, field);
  for (const [place, name] of fieldsThatNeedInput(resource)) {
    const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
    if (field?.computed !== undefined) yield problem(place, 'computedNamed', { field: name });
  }
}
