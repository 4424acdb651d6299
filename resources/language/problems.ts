import { SECTIONS } from './access.ts';
import { computedFieldProblems, computedProblems } from './computed-problems.ts';
import type { FieldInput, Resource } from './define-resource.ts';
import { type DefinitionProblem, problem } from './definition-problem.ts';
import { expressionProblems, fieldConditionProblems } from './expressions/problems.ts';
import { fieldRightProblems } from './field-right-problems.ts';
import { formPlace, formSections } from './form-sections.ts';
import { genericProblems } from './generic-problems.ts';
import { GROUPED } from './groups.ts';
import { KEY_KINDS } from './import-key.ts';
import { importKeyProblems } from './import-key-problems.ts';
import type { NamedField } from './kinds/kind.ts';
import { kindsWith, traitsOf } from './kinds/traits.ts';
import { moveProblems } from './move-problems.ts';
import { boardField } from './moves.ts';
import { GUESSED, meantBy } from './nearest.ts';
import { notifyProblems } from './notify-problems.ts';
import { kindOf } from './payload.ts';
import { referenceProblems } from './reference-problems.ts';
import { cardSubject, hasCard, isAskedInForm } from './related.ts';
import { reservedBy } from './reserved-routes.ts';
import { addedColumn, rowsShape } from './rows.ts';
import { hasFigures, TOTALLED } from './totals.ts';
import { wireKeys } from './wire-keys.ts';

/** Every field of the form with its place. */
const formPlaces = (resource: Resource): [place: string, field: string][] =>
  formSections(resource).flatMap(({ fields }, section) =>
    fields.map((field, at): [string, string] => [`${formPlace(resource)}.${section}.fields.${at}`, field]),
  );

const TIED_TO_BUILDINGS = kindsWith(({ points }) => points?.to === 'building' || points?.to === 'buildings');

/** Kinds whose values refer to something that has a card. */
const REFERRING = kindsWith(({ points }) => points !== undefined && hasCard(points.to));

const CHOSEN = kindsWith(({ choices }) => choices !== undefined);

const MOVED = kindsWith(({ process }) => process !== undefined);

/** Kinds that a calendar can show records by. */
const DATED = kindsWith(({ inCalendar }) => inCalendar !== undefined);

/** Fields that something else of the definition names: the place, the field, and the kinds it may be of. */
function* named(resource: Resource): Generator<NamedField> {
  for (const [at, field] of (resource.list.columns ?? []).entries()) yield [`list.columns.${at}`, field];
  for (const [at, field] of (resource.list.search ?? []).entries()) yield [`list.search.${at}`, field];
  if (resource.list.sort && resource.list.sort.field !== 'id') yield ['list.sort.field', resource.list.sort.field];
  if (resource.list.board) yield ['list.board', resource.list.board, MOVED];
  const { from, to } = resource.list.calendar ?? {};
  if (from) yield ['list.calendar.from', from, DATED];
  if (to) yield ['list.calendar.to', to, DATED];
  if (resource.list.group) yield ['list.group', resource.list.group, GROUPED];
  for (const [at, { field }] of (resource.list.totals ?? []).entries()) {
    yield [`list.totals.${at}.field`, field, TOTALLED];
  }
  for (const [place, field] of formPlaces(resource)) yield [place, field];
  for (const [at, { when }] of formSections(resource).entries()) {
    if (when) yield [`${formPlace(resource)}.${at}.when.field`, when.field];
  }
  if (resource.card) yield ['card.title', resource.card.title];
  for (const [at, field] of (resource.card?.fields ?? []).entries()) yield [`card.fields.${at}`, field];
  if (resource.building) yield ['building', resource.building, TIED_TO_BUILDINGS];
  for (const [at, field] of (resource.import?.key ?? []).entries()) yield [`import.key.${at}`, field, KEY_KINDS];
  const told = resource.notices?.create;
  if (told) yield ['notices.create.message', told.message];
  if (told && typeof told.subtype !== 'string') yield ['notices.create.subtype.field', told.subtype.field, CHOSEN];
  for (const [name, field] of Object.entries(resource.fields)) {
    for (const [option, ...other] of kindOf(field).names?.(field as never) ?? [])
      yield [`fields.${name}.${option}`, ...other];
    if (field.requiredWith) yield [`fields.${name}.requiredWith`, field.requiredWith];
  }
}

function* namesAndKinds(resource: Resource): Generator<DefinitionProblem> {
  const fieldNames = Object.keys(resource.fields);
  let guessed = 0;
  for (const [place, name, kinds] of named(resource)) {
    const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
    if (!field) {
      guessed += 1;
      yield problem(place, 'noField', { field: name, ...(guessed > GUESSED ? {} : meantBy(name, fieldNames)) });
    } else if (kinds && !kinds.includes(field.kind))
      yield problem(place, 'wrongKind', { field: name, kind: field.kind, kinds: kinds.join(', ') });
  }
}

/** Values that stand a second time, at the place where they do. */
function* twice(entries: readonly (readonly [place: string, value: string])[]): Generator<DefinitionProblem> {
  const seenValues = new Set<string>();
  for (const [place, value] of entries) {
    if (seenValues.has(value)) yield problem(place, 'twice', { value });
    seenValues.add(value);
  }
}

/** A field whose options contradict each other. */
function* ofField(place: string, field: FieldInput): Generator<DefinitionProblem> {
  if ('min' in field && 'max' in field && Number(field.min) > Number(field.max)) {
    yield problem(place, 'bounds', { min: Number(field.min), max: Number(field.max) });
  }
  const { problems } = kindOf(field);
  for (const [at, code, params] of problems?.(field as never) ?? []) {
    yield problem(at ? `${place}.${at}` : place, code, params);
  }
}

/** Every problem of the columns of rows, as of fields of a definition of their own. */
function* rows(resource: Resource): Generator<DefinitionProblem> {
  for (const [name, field] of Object.entries(resource.fields)) {
    const shape = rowsShape(field);
    if (!shape) continue;
    const place = `fields.${name}.columns`;
    const { columns } = shape;
    for (const [column, cell] of Object.entries(columns)) {
      yield* ofField(`${place}.${column}`, cell);
      for (const one of computedFieldProblems({ ...resource, fields: columns }, column, cell))
        yield inColumns(place, one);
    }
    for (const one of fieldConditionProblems(columns)) if (one) yield inColumns(place, one);
    for (const [at, column] of shape.totals.entries()) {
      const cell = Object.hasOwn(columns, column) ? columns[column] : undefined;
      const totalPlace = `fields.${name}.totals.${at}`;
      if (!cell) yield problem(totalPlace, 'noField', { field: column, ...meantBy(column, Object.keys(columns)) });
      else if (!traitsOf(cell).averagePlaces)
        yield problem(totalPlace, 'wrongKind', { field: column, kind: cell.kind, kinds: TOTALLED.join(', ') });
      else if (!addedColumn(field, column)) yield problem(totalPlace, 'totalsDigits', { field: column });
    }
  }
}

/** Moves a problem of a field to the column that it was found in: `fields.cost.computed` becomes `fields.works.columns.cost.computed`. */
const inColumns = (columns: string, one: DefinitionProblem): DefinitionProblem => ({
  ...one,
  place: `${columns}${one.place.slice('fields'.length)}`,
});

/** A list on the card of what a field refers to. */
function* related(resource: Resource, name: string, field: FieldInput): Generator<DefinitionProblem> {
  const place = `fields.${name}.related`;
  if (!field.related) return;
  if (!cardSubject(field)) yield problem(place, 'relatedKind', { kind: field.kind, kinds: REFERRING.join(', ') });
  else if (field.related.create && !isAskedInForm(resource, name))
    yield problem(`${place}.create`, 'relatedCreate', { field: name });
}

function* fields(resource: Resource): Generator<DefinitionProblem> {
  const wire = new Map<string, string>();
  const sentNames = new Set(formSections(resource).flatMap((section) => section.fields));
  for (const [name, field] of Object.entries(resource.fields)) {
    yield* ofField(`fields.${name}`, field);
    yield* related(resource, name, field);
    for (const key of wireKeys(name, field)) {
      // Beside the fields of a refusal stands the id of the request, which would hide what is said of such a field.
      if (key === 'request_id') yield problem(`fields.${name}.wire`, 'wireReserved', { wire: key });
      const other = wire.get(key);
      // Several fields may show the same of a record, as long as one at the most sends it.
      const shared = !resource.generic && other !== undefined && !(sentNames.has(name) && sentNames.has(other));
      if (other && !shared) yield problem(`fields.${name}.wire`, 'wireTwice', { wire: key, field: other });
      if (!other || sentNames.has(name)) wire.set(key, name);
    }
    const { needsStorage } = kindOf(field);
    if (!resource.generic && needsStorage) yield problem(`fields.${name}`, needsStorage);
  }
}

/** A calendar without the fields that it needs, or with two that do not go together. */
function* ofCalendar({ list, fields }: Resource): Generator<DefinitionProblem> {
  const { layout, calendar } = list;
  if (!calendar) {
    if (layout === 'calendar') yield problem('list.layout', 'calendarNeedsDays', { kinds: DATED.join(', ') });
    return;
  }
  if (layout !== 'calendar') yield problem('list.calendar', 'calendarElsewhere');
  const { from, to } = calendar;
  if (to === undefined) return;
  const [first, last] = [fields[from]?.kind, fields[to]?.kind];
  const areDated = [first, last].every((kind) => kind !== undefined && DATED.some((dated) => dated === kind));
  if (to === from) yield problem('list.calendar.to', 'twice', { value: to });
  else if (areDated && first !== last) {
    yield problem('list.calendar.to', 'calendarKinds', { field: to, kind: String(last), from, other: String(first) });
  }
}

/** The groups of a table. */
function* groups({ list, generic }: Resource): Generator<DefinitionProblem> {
  if (list.group === undefined) return;
  if (!generic) yield problem('list.group', 'groupForeign');
  if (list.layout !== 'table' || list.view || list.body) yield problem('list.group', 'groupElsewhere');
}

/** The figures below a list. */
function* totals({ list, fields, generic }: Resource): Generator<DefinitionProblem> {
  if (!list.totals) return;
  if (!generic) yield problem('list.totals', 'totalsForeign');
  if (list.view || list.body) yield problem('list.totals', 'totalsInWidget');
  yield* twice(list.totals.map(({ field }, at) => [`list.totals.${at}.field`, field] as const));
  for (const [at, { field: name, figures }] of list.totals.entries()) {
    yield* twice(figures.map((figure, place) => [`list.totals.${at}.figures.${place}`, figure] as const));
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    // `named` reports a field of a wrong kind.
    if (field && traitsOf(field).averagePlaces && !hasFigures(field))
      yield problem(`list.totals.${at}.field`, 'totalsDigits', { field: name });
  }
}

function* screens(resource: Resource): Generator<DefinitionProblem> {
  const { list, routes, api, section, area, menu } = resource;
  if (resource.was === resource.name) yield problem('was', 'formerOwn', { was: resource.was });
  if (!(SECTIONS as readonly string[]).includes(section) && section !== resource.name) {
    yield problem('section', 'section', { sections: SECTIONS.join(', '), section });
  }
  for (const [route, path] of Object.entries(routes)) {
    const owner = reservedBy(path);
    if (owner) yield problem(`routes.${route}`, 'reserved', { path, owner });
  }
  if (area && typeof menu === 'object' && menu.group !== undefined)
    yield problem('menu.group', 'groupInArea', { area });
  yield* twice(formPlaces(resource));
  yield* twice((list.columns ?? []).map((name, at) => [`list.columns.${at}`, name] as const));
  yield* twice((resource.import?.key ?? []).map((name, at) => [`import.key.${at}`, name] as const));
  if (list.card && list.layout === 'table') yield problem('list.card', 'cardInTable');
  if (list.layout === 'board' && list.board === undefined && !boardField(resource)) {
    yield problem('list.layout', 'boardNeedsStates');
  }
  if (list.board !== undefined && list.layout !== 'board') yield problem('list.board', 'boardElsewhere');
  if (list.order && list.layout !== 'board') yield problem('list.order', 'orderElsewhere');
  else if (list.order && !resource.generic) yield problem('list.order', 'orderForeign');
  yield* ofCalendar(resource);
  if (list.menu.includes('edit') && (!routes.edit || !resource.form)) {
    yield problem(`list.menu.${list.menu.indexOf('edit')}`, 'editNeedsForm');
  }
  if (resource.card?.edit && (!routes.edit || !resource.form)) yield problem('card.edit', 'editNeedsForm');
  if (api.dialect === 'simple-rest' && (api.paging === 'next' || api.paging === 'cursor')) {
    yield problem('api.paging', 'pagingOfCrm', { paging: api.paging });
  } else if (api.paging === 'cursor' && !api.cursor) yield problem('api.cursor', 'cursorNeedsKey');
}

/** Every problem that the shape alone does not show. */
export function definitionProblems(resource: Resource): DefinitionProblem[] {
  return [
    ...namesAndKinds(resource),
    ...fields(resource),
    ...rows(resource),
    ...moveProblems(resource),
    ...referenceProblems(resource),
    ...expressionProblems(resource),
    ...computedProblems(resource),
    ...genericProblems(resource),
    ...groups(resource),
    ...totals(resource),
    ...importKeyProblems(resource),
    ...notifyProblems(resource),
    ...fieldRightProblems(resource),
    ...screens(resource),
  ];
}
