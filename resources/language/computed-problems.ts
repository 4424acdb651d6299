import type { FieldInput, Resource } from './define-resource.ts';
import { type DefinitionProblem, problem } from './definition-problem.ts';
import { computedProblem, storedValueProblem } from './expressions/problems.ts';
import { formSections, formSectionsPath } from './form-sections.ts';
import { KIND_NAMES } from './kinds/registry.ts';
import { getKind, resolveFieldToday } from './payload.ts';

/** Checks of computed fields, and of options that conflict with them. */

const COMPUTABLE = KIND_NAMES.filter((kind) => getKind({ kind }).isComputable);

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

const isSet = (value: unknown): boolean => value !== undefined && value !== false;

/** Every problem of one computed field or computed column of rows. */
export function* computedFieldProblems(
  resource: Pick<Resource, 'fields' | 'generic'>,
  name: string,
  field: FieldInput,
): Generator<DefinitionProblem> {
  const { computed, when, kind } = field;
  if (computed === undefined) return;
  const place = `fields.${name}`;
  if (!resource.generic) yield problem(`${place}.computed`, 'computedForeign');
  if (!getKind(field).isComputable)
    yield problem(`${place}.computed`, 'computedKind', { kind, kinds: COMPUTABLE.join(', ') });
  for (const option of INPUT_ONLY_OPTIONS) {
    if (isSet(field[option])) yield problem(`${place}.${option}`, 'computedOption', { option });
  }
  if (resolveFieldToday(field, () => '')) yield problem(place, 'computedMoment', { name: 'today' });
  const foundProblems = [
    computedProblem(name, computed, resource.fields),
    when === undefined ? null : storedValueProblem(`${place}.when`, when, resource.fields),
  ];
  // Syntax errors in `when` are reported with the conditions of the other fields.
  for (const candidate of foundProblems)
    if (candidate && (candidate.place === `${place}.computed` || candidate.code === 'computedMoment')) yield candidate;
}

/**
 * Fields that other parts of the form depend on, with the option that names them; each needs an input, so none may be computed.
 */
function* fieldsThatNeedInput(resource: Resource): Generator<[place: string, field: string]> {
  for (const [index, { when }] of formSections(resource).entries()) {
    if (when) yield [`${formSectionsPath(resource)}.${index}.when.field`, when.field];
  }
  for (const [name, field] of Object.entries(resource.fields)) {
    for (const [option, other] of getKind(field).namedFields?.(field as never) ?? [])
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
