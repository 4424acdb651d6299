import { ALL_BUILDINGS, RECORD_AUTHOR, RECORD_VERSION } from './complete-definition.ts';
import type { FieldInput, Resource } from './define-resource.ts';
import { type DefinitionProblem, problem } from './definition-problem.ts';
import type { FieldKind } from './every-kind.ts';
import { KIND_NAMES } from './kinds/registry.ts';
import { kindsWith, pointerTo, traitsOf } from './kinds/traits.ts';
import { asksForAuthor } from './moves.ts';
import { kindOf } from './payload.ts';
import { wireName } from './wire-keys.ts';

/** Problems that only a section of the generic storage can have: it knows less than a server of one's own. */

/** Names on the wire that a list call, or a record as it is shown, has for something else. */
const RESERVED: ReadonlySet<string> = new Set([
  '',
  // No key of its own in any object.
  '__proto__',
  'id',
  'q',
  'buildings_id',
  'before',
  'empty',
  ALL_BUILDINGS,
  RECORD_VERSION,
]);

/** Options that a field cannot have when the server gives its values. */
const OF_NO_NUMBER = [
  'once',
  'requiredWith',
  'local',
  'sparse',
  'when',
  'readonly',
  'change',
  'initial',
] as const satisfies readonly (keyof FieldInput)[];

function* ofField(resource: Resource, name: string, field: FieldInput): Generator<DefinitionProblem> {
  const place = `fields.${name}`;
  const holder = Object.entries(resource.fields).find(
    ([other, one]) => field.was !== undefined && (one.wire ?? other) === field.was,
  );
  if (holder) yield problem(`${place}.was`, 'wasTaken', { was: String(field.was), field: holder[0] });
  for (const option of traitsOf(field).numbering ? OF_NO_NUMBER : []) {
    if (field[option]) yield problem(`${place}.${option}`, 'numberOption', { option });
  }
  const wire = wireName(name, field);
  if (name === 'id') yield problem(place, 'idGiven');
  else if (RESERVED.has(wire) || (wire === RECORD_AUTHOR && asksForAuthor(resource)))
    yield problem(field.wire === undefined ? place : `${place}.wire`, 'wireKept', { wire });
  const { column } = kindOf(field);
  if ((field.filter && !column) || (field.unique && (!column || column === 'presence'))) {
    yield problem(place, 'noColumn', { kind: field.kind });
  } else if (field.filter && Object.keys(pointerTo(field, 'list')?.by ?? {}).length) {
    yield problem(`${place}.filter`, 'filterBy');
  }
}

const BUILDING = kindsWith(({ points }) => points?.to === 'building');
const YES_NO = KIND_NAMES.filter((kind) => kindOf({ kind }).column === 'boolean');

/** Field kinds allowed as the key of each `record` rule. */
const RULE_KINDS: Readonly<Record<keyof NonNullable<Resource['record']>, readonly FieldKind[]>> = {
  notOwn: kindsWith(({ points }) => points?.to === 'records').filter((kind) => kindOf({ kind }).column === 'number'),
  reachedBuilding: BUILDING,
  wholeBuilding: BUILDING,
  allPlaces: YES_NO,
  deleteWhole: YES_NO,
};

const SORTED: readonly FieldKind[] = kindsWith(({ order }) => order === 'everywhere');
const SEARCHED: readonly FieldKind[] = kindsWith(({ search }) => search !== undefined);

/** Rules about single records name keys that the storage keeps; a rule about any other key would never be checked. */
function* ofRules({ record = {}, fields }: Resource): Generator<DefinitionProblem> {
  const fieldsByWire = new Map(Object.entries(fields).map(([name, field]) => [wireName(name, field), field]));
  for (const [rule, key] of Object.entries(record)) {
    if (key === undefined || (key === ALL_BUILDINGS && (rule === 'allPlaces' || rule === 'deleteWhole'))) continue;
    const field = fieldsByWire.get(key);
    const kinds = RULE_KINDS[rule as keyof typeof RULE_KINDS];
    const place = `record.${rule}`;
    if (!field) yield problem(place, 'noField', { field: key });
    else if (!kinds.includes(field.kind)) {
      yield problem(place, 'wrongKind', { field: key, kind: field.kind, kinds: kinds.join(', ') });
    } else if (rule === 'notOwn' && pointerTo(field, 'records')?.section !== 'employees') {
      yield problem(place, 'notEmployees', { field: key });
    }
  }
}

function* ofList({ list, fields }: Resource): Generator<DefinitionProblem> {
  const kind = (name: string) => fields[name]?.kind;
  const sorted = list.sort && kind(list.sort.field);
  if (sorted && !SORTED.includes(sorted)) {
    yield problem('list.sort.field', 'sortKind', { kind: sorted, kinds: SORTED.join(', ') });
  }
  for (const [at, name] of (list.search ?? []).entries()) {
    const searched = kind(name);
    if (searched && !SEARCHED.includes(searched)) {
      yield problem(`list.search.${at}`, 'searchKind', { kind: searched, kinds: SEARCHED.join(', ') });
    }
  }
  for (const [at, item] of list.menu.entries()) {
    if (item === 'suspend') yield problem(`list.menu.${at}`, 'menuKind', { item });
  }
}

/** Every problem of a section that is stored generically; none of another one. */
export function* genericProblems(resource: Resource): Generator<DefinitionProblem> {
  if (!resource.generic) return;
  for (const [name, field] of Object.entries(resource.fields)) yield* ofField(resource, name, field);
  yield* ofRules(resource);
  yield* ofList(resource);
}
