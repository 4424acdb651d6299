import { ALL_BUILDINGS, RECORD_VERSION } from './complete-definition.ts';
import type { FieldInput, Resource } from './define-resource.ts';
import { type DefinitionProblem, problem } from './definition-problem.ts';
import { KINDS } from './kinds/registry.ts';
import { kindOf } from './payload.ts';
import { SEARCHED, SORTED } from './sorted-kinds.ts';
import { partKeys, wireName } from './wire-keys.ts';

/** Mistakes that only a section of the generic storage can have: it knows less than a server of one's own. */

/** Whether the generic storage cannot keep such a field: it takes a section with an `api`. */
export function needsOwnServer(field: FieldInput): boolean {
  return (
    field.kind === 'audience' ||
    field.kind === 'brought' ||
    // The list to choose from comes with the record, and a new record brings none.
    field.kind === 'selection' ||
    // Which building each of them is in only another server tells.
    field.kind === 'units' ||
    partKeys(field) !== null ||
    kindOf(field).shownOnly === true
  );
}

/** Names on the wire that a list call, or a record as it is shown, has for something else. */
const RESERVED: ReadonlySet<string> = new Set([
  '',
  'id',
  'q',
  'buildings_id',
  'before',
  'empty',
  ALL_BUILDINGS,
  RECORD_VERSION,
]);

function* ofField(resource: Resource, name: string, field: FieldInput): Generator<DefinitionProblem> {
  const place = `fields.${name}`;
  if (field.kind === 'audience') yield problem(place, 'audienceGeneric');
  else if (field.kind === 'selection') yield problem(place, 'selectionGeneric');
  else if (needsOwnServer(field)) yield problem(place, 'kindGeneric', { kind: field.kind });
  const holder = Object.entries(resource.fields).find(
    ([other, one]) => field.was !== undefined && (one.wire ?? other) === field.was,
  );
  if (holder) yield problem(`${place}.was`, 'wasTaken', { was: String(field.was), field: holder[0] });
  const wire = wireName(name, field);
  if (name === 'id') yield problem(place, 'idGiven');
  else if (RESERVED.has(wire)) yield problem(field.wire === undefined ? place : `${place}.wire`, 'wireKept', { wire });
  if ((field.filter || field.unique) && !KINDS[field.kind].column) {
    yield problem(place, 'noColumn', { kind: field.kind });
  } else if (field.filter && field.kind === 'one-of' && field.by) {
    yield problem(`${place}.filter`, 'filterBy');
  }
}

/** Kinds that the key of a rule about single records may be of. */
const RULE_KINDS: Readonly<Record<string, readonly FieldInput['kind'][]>> = {
  notOwn: ['reference'],
  reachedBuilding: ['building'],
  wholeBuilding: ['building'],
  allPlaces: ['checkbox'],
  deleteWhole: ['checkbox'],
};

/** Rules about single records name keys that the storage keeps, else nobody would look at them. */
function* ofRules({ record = {}, fields }: Resource): Generator<DefinitionProblem> {
  const known = new Map(Object.entries(fields).map(([name, field]) => [wireName(name, field), field]));
  for (const [rule, key] of Object.entries(record)) {
    if (key === undefined || (key === ALL_BUILDINGS && (rule === 'allPlaces' || rule === 'deleteWhole'))) continue;
    const field = known.get(key);
    const kinds = RULE_KINDS[rule] ?? [];
    const place = `record.${rule}`;
    if (!field) yield problem(place, 'noField', { field: key });
    else if (!kinds.includes(field.kind)) {
      yield problem(place, 'wrongKind', { field: key, kind: field.kind, kinds: kinds.join(', ') });
    } else if (field.kind === 'reference' && field.to !== 'employees') {
      yield problem(place, 'notEmployees', { field: key });
    }
  }
}

function* ofList({ list, fields }: Resource): Generator<DefinitionProblem> {
  const kind = (name: string) => fields[name]?.kind;
  const sorted = list.sort && kind(list.sort.field);
  if (sorted && !SORTED.has(sorted)) {
    yield problem('list.sort.field', 'sortKind', { kind: sorted, kinds: [...SORTED].join(', ') });
  }
  for (const [at, name] of (list.search ?? []).entries()) {
    const searched = kind(name);
    if (searched && !SEARCHED.has(searched)) {
      yield problem(`list.search.${at}`, 'searchKind', { kind: searched, kinds: [...SEARCHED].join(', ') });
    }
  }
  for (const [at, item] of list.menu.entries()) {
    if (item === 'suspend') yield problem(`list.menu.${at}`, 'menuKind', { item });
  }
}

/** Every mistake of a section that is stored generically; none of another one. */
export function* genericMistakes(resource: Resource): Generator<DefinitionProblem> {
  if (!resource.generic) return;
  for (const [name, field] of Object.entries(resource.fields)) yield* ofField(resource, name, field);
  yield* ofRules(resource);
  yield* ofList(resource);
}
