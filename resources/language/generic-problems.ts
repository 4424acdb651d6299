import { ALL_BUILDINGS, RECORD_AUTHOR, RECORD_VERSION } from './complete-definition.ts';
import type { FieldInput, Resource } from './define-resource.ts';
import { type DefinitionProblem, problem } from './definition-problem.ts';
import type { FieldKind } from './every-kind.ts';
import { KIND_NAMES } from './kinds/registry.ts';
import { getPointerTo, getTraits, kindsWith } from './kinds/traits.ts';
import { hasAuthorMoves } from './moves.ts';
import { getKind } from './payload.ts';
import { wireName } from './wire-keys.ts';

/** Checks only for sections in the generic storage, which supports less than an external server. */

/** Wire names that have another meaning in list requests or in responses with records. */
const RESERVED_WIRE_NAMES: ReadonlySet<string> = new Set([
  '',
  // Assigning it would set the prototype.
  '__proto__',
  'id',
  'q',
  'buildings_id',
  'before',
  'empty',
  ALL_BUILDINGS,
  RECORD_VERSION,
]);

/** Options that make no sense if the server assigns the value. */
const NOT_FOR_AUTO_NUMBER = [
  'once',
  'requiredWith',
  'local',
  'sparse',
  'when',
  'readonly',
  'change',
  'initial',
] as const satisfies readonly (keyof FieldInput)[];

function* fieldProblems(resource: Resource, name: string, field: FieldInput): Generator<DefinitionProblem> {
  const place = `fields.${name}`;
  const holder = Object.entries(resource.fields).find(
    ([other, one]) => field.was !== undefined && (one.wire ?? other) === field.was,
  );
  if (holder) yield problem(`${place}.was`, 'wasTaken', { was: String(field.was), field: holder[0] });
  for (const option of getTraits(field).numbering ? NOT_FOR_AUTO_NUMBER : []) {
    if (field[option]) yield problem(`${place}.${option}`, 'numberOption', { option });
  }
  const wire = wireName(name, field);
  if (name === 'id') yield problem(place, 'idGiven');
  else if (RESERVED_WIRE_NAMES.has(wire) || (wire === RECORD_AUTHOR && hasAuthorMoves(resource)))
    yield problem(field.wire === undefined ? place : `${place}.wire`, 'wireKept', { wire });
  const { column } = getKind(field);
  if ((field.filter && !column) || (field.unique && (!column || column === 'presence'))) {
    yield problem(place, 'noColumn', { kind: field.kind });
  } else if (field.filter && Object.keys(getPointerTo(field, 'list')?.by ?? {}).length) {
    yield problem(`${place}.filter`, 'filterBy');
  }
}

const BUILDING_KINDS = kindsWith(({ points }) => points?.to === 'building');
const BOOLEAN_KINDS = KIND_NAMES.filter((kind) => getKind({ kind }).column === 'boolean');

/** Kinds allowed for the key of each `record` rule. */
const RULE_KINDS: Readonly<Record<keyof NonNullable<Resource['record']>, readonly FieldKind[]>> = {
  notOwn: kindsWith(({ points }) => points?.to === 'records').filter((kind) => getKind({ kind }).column === 'number'),
  reachedBuilding: BUILDING_KINDS,
  wholeBuilding: BUILDING_KINDS,
  allPlaces: BOOLEAN_KINDS,
  deleteWhole: BOOLEAN_KINDS,
};

const SORTABLE_KINDS: readonly FieldKind[] = kindsWith(({ order }) => order === 'everywhere');
const SEARCHABLE_KINDS: readonly FieldKind[] = kindsWith(({ search }) => search !== undefined);

/** Keys in rules about single records must be stored fields, otherwise the rule would never apply. */
function* ruleProblems({ record = {}, fields }: Resource): Generator<DefinitionProblem> {
  const fieldsByWire = new Map(Object.entries(fields).map(([name, field]) => [wireName(name, field), field]));
  for (const [rule, key] of Object.entries(record)) {
    if (key === undefined || (key === ALL_BUILDINGS && (rule === 'allPlaces' || rule === 'deleteWhole'))) continue;
    const field = fieldsByWire.get(key);
    const kinds = RULE_KINDS[rule as keyof typeof RULE_KINDS];
    const place = `record.${rule}`;
    if (!field) yield problem(place, 'noField', { field: key });
    else if (!kinds.includes(field.kind)) {
      yield problem(place, 'wrongKind', { field: key, kind: field.kind, kinds: kinds.join(', ') });
    } else if (rule === 'notOwn' && getPointerTo(field, 'records')?.section !== 'employees') {
      yield problem(place, 'notEmployees', { field: key });
    }
  }
}

function* listProblems({ list, fields }: Resource): Generator<DefinitionProblem> {
  const kind = (name: string) => fields[name]?.kind;
  const sortKind = list.sort && kind(list.sort.field);
  if (sortKind && !SORTABLE_KINDS.includes(sortKind)) {
    yield problem('list.sort.field', 'sortKind', { kind: sortKind, kinds: SORTABLE_KINDS.join(', ') });
  }
  for (const [index, name] of (list.search ?? []).entries()) {
    const searchKind = kind(name);
    if (searchKind && !SEARCHABLE_KINDS.includes(searchKind)) {
      yield problem(`list.search.${index}`, 'searchKind', { kind: searchKind, kinds: SEARCHABLE_KINDS.join(', ') });
    }
  }
  for (const [index, item] of list.menu.entries()) {
    if (item === 'suspend') yield problem(`list.menu.${index}`, 'menuKind', { item });
  }
}

/** Every problem of a generically stored section; none for any other. */
export function* genericProblems(resource: Resource): Generator<DefinitionProblem> {
  if (!resource.generic) return;
  for (const [name, field] of Object.entries(resource.fields)) yield* fieldProblems(resource, name, field);
  yield* ruleProblems(resource);
  yield* listProblems(resource);
}
