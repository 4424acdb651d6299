import { SECTIONS } from './access.ts';
import { computedFieldProblems, computedProblems } from './computed-problems.ts';
import type { FieldInput, Resource } from './define-resource.ts';
import { type DefinitionProblem, problem } from './definition-problem.ts';
import { expressionProblems, fieldConditionProblems } from './expressions/problems.ts';
import { fieldRightProblems } from './field-right-problems.ts';
import { formSections, formSectionsPath } from './form-sections.ts';
import { genericProblems } from './generic-problems.ts';
import { GROUPABLE_KINDS } from './groups.ts';
import { KEY_KINDS } from './import-key.ts';
import { importKeyProblems } from './import-key-problems.ts';
import type { NamedField } from './kinds/kind.ts';
import { getTraits, kindsWith } from './kinds/traits.ts';
import { moveProblems } from './move-problems.ts';
import { boardField } from './moves.ts';
import { SUGGESTIONS_PER_DEFINITION, suggestionParams } from './nearest.ts';
import { notifyProblems } from './notify-problems.ts';
import { getKind } from './payload.ts';
import { referenceProblems } from './reference-problems.ts';
import { cardSubject, hasCard, isInCreateForm } from './related.ts';
import { findRouteOwner } from './reserved-routes.ts';
import { findSummableColumn, rowsShape } from './rows.ts';
import { hasFigures, SUMMABLE_KINDS } from './totals.ts';
import { wireKeys } from './wire-keys.ts';

/** Every field in the form with its path. */
const formFieldPaths = (resource: Resource): [place: string, field: string][] =>
  formSections(resource).flatMap(({ fields }, section) =>
    fields.map((field, index): [string, string] => [`${formSectionsPath(resource)}.${section}.fields.${index}`, field]),
  );

const BUILDING_KINDS = kindsWith(({ points }) => points?.to === 'building' || points?.to === 'buildings');

/** Kinds that refer to something with a card. */
const KINDS_WITH_CARD = kindsWith(({ points }) => points !== undefined && hasCard(points.to));

const OPTION_KINDS = kindsWith(({ choices }) => choices !== undefined);

const STATE_KINDS = kindsWith(({ process }) => process !== undefined);

/** Kinds that a calendar can place records by. */
const DATE_KINDS = kindsWith(({ calendarUnit: inCalendar }) => inCalendar !== undefined);

/** Fields that other parts of the definition name: path, field, and the allowed kinds. */
function* named(resource: Resource): Generator<NamedField> {
  for (const [index, field] of (resource.list.columns ?? []).entries()) yield [`list.columns.${index}`, field];
  for (const [index, field] of (resource.list.search ?? []).entries()) yield [`list.search.${index}`, field];
  if (resource.list.sort && resource.list.sort.field !== 'id') yield ['list.sort.field', resource.list.sort.field];
  if (resource.list.board) yield ['list.board', resource.list.board, STATE_KINDS];
  const { from, to } = resource.list.calendar ?? {};
  if (from) yield ['list.calendar.from', from, DATE_KINDS];
  if (to) yield ['list.calendar.to', to, DATE_KINDS];
  if (resource.list.group) yield ['list.group', resource.list.group, GROUPABLE_KINDS];
  for (const [index, { field }] of (resource.list.totals ?? []).entries()) {
    yield [`list.totals.${index}.field`, field, SUMMABLE_KINDS];
  }
  for (const [place, field] of formFieldPaths(resource)) yield [place, field];
  for (const [index, { when }] of formSections(resource).entries()) {
    if (when) yield [`${formSectionsPath(resource)}.${index}.when.field`, when.field];
  }
  if (resource.card) yield ['card.title', resource.card.title];
  for (const [index, field] of (resource.card?.fields ?? []).entries()) yield [`card.fields.${index}`, field];
  if (resource.building) yield ['building', resource.building, BUILDING_KINDS];
  for (const [index, field] of (resource.import?.key ?? []).entries()) yield [`import.key.${index}`, field, KEY_KINDS];
  const notice = resource.notices?.create;
  if (notice) yield ['notices.create.message', notice.message];
  if (notice && typeof notice.subtype !== 'string')
    yield ['notices.create.subtype.field', notice.subtype.field, OPTION_KINDS];
  for (const [name, field] of Object.entries(resource.fields)) {
    for (const [option, ...other] of getKind(field).namedFields?.(field as never) ?? [])
      yield [`fields.${name}.${option}`, ...other];
    if (field.requiredWith) yield [`fields.${name}.requiredWith`, field.requiredWith];
  }
}

function* namedFieldProblems(resource: Resource): Generator<DefinitionProblem> {
  const fieldNames = Object.keys(resource.fields);
  let missingCount = 0;
  for (const [place, name, kinds] of named(resource)) {
    const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
    if (!field) {
      missingCount += 1;
      yield problem(place, 'noField', {
        field: name,
        ...(missingCount > SUGGESTIONS_PER_DEFINITION ? {} : suggestionParams(name, fieldNames)),
      });
    } else if (kinds && !kinds.includes(field.kind))
      yield problem(place, 'wrongKind', { field: name, kind: field.kind, kinds: kinds.join(', ') });
  }
}

/** Duplicate values, reported at the repeated one. */
function* duplicateProblems(
  entries: readonly (readonly [place: string, value: string])[],
): Generator<DefinitionProblem> {
  const uniqueValues = new Set<string>();
  for (const [place, value] of entries) {
    if (uniqueValues.has(value)) yield problem(place, 'twice', { value });
    uniqueValues.add(value);
  }
}

/** Problems of a field's options among each other. */
function* optionProblems(place: string, field: FieldInput): Generator<DefinitionProblem> {
  if ('min' in field && 'max' in field && Number(field.min) > Number(field.max)) {
    yield problem(place, 'bounds', { min: Number(field.min), max: Number(field.max) });
  }
  const { problems } = getKind(field);
  for (const [index, code, params] of problems?.(field as never) ?? []) {
    yield problem(index ? `${place}.${index}` : place, code, params);
  }
}

/** Every problem of columns of rows, which are checked like fields of their own definition. */
function* rowsProblems(resource: Resource): Generator<DefinitionProblem> {
  for (const [name, field] of Object.entries(resource.fields)) {
    const shape = rowsShape(field);
    if (!shape) continue;
    const place = `fields.${name}.columns`;
    const { columns } = shape;
    for (const [column, cell] of Object.entries(columns)) {
      yield* optionProblems(`${place}.${column}`, cell);
      for (const one of computedFieldProblems({ ...resource, fields: columns }, column, cell))
        yield moveToColumns(place, one);
    }
    for (const one of fieldConditionProblems(columns)) if (one) yield moveToColumns(place, one);
    for (const [index, column] of shape.totals.entries()) {
      const cell = Object.hasOwn(columns, column) ? columns[column] : undefined;
      const totalPlace = `fields.${name}.totals.${index}`;
      if (!cell)
        yield problem(totalPlace, 'noField', { field: column, ...suggestionParams(column, Object.keys(columns)) });
      else if (!getTraits(cell).averagePlaces)
        yield problem(totalPlace, 'wrongKind', { field: column, kind: cell.kind, kinds: SUMMABLE_KINDS.join(', ') });
      else if (!findSummableColumn(field, column)) yield problem(totalPlace, 'totalsDigits', { field: column });
    }
  }
}

/** Moves the path of a column's problem: `fields.cost.computed` becomes `fields.works.columns.cost.computed`. */
const moveToColumns = (columns: string, one: DefinitionProblem): DefinitionProblem => ({
  ...one,
  place: `${columns}${one.place.slice('fields'.length)}`,
});

/** Problems of `related`, a list on the card of the referenced record. */
function* relatedProblems(resource: Resource, name: string, field: FieldInput): Generator<DefinitionProblem> {
  const place = `fields.${name}.related`;
  if (!field.related) return;
  if (!cardSubject(field)) yield problem(place, 'relatedKind', { kind: field.kind, kinds: KINDS_WITH_CARD.join(', ') });
  else if (field.related.create && !isInCreateForm(resource, name))
    yield problem(`${place}.create`, 'relatedCreate', { field: name });
}

function* fieldProblems(resource: Resource): Generator<DefinitionProblem> {
  const wire = new Map<string, string>();
  const sentNames = new Set(formSections(resource).flatMap((section) => section.fields));
  for (const [name, field] of Object.entries(resource.fields)) {
    yield* optionProblems(`fields.${name}`, field);
    yield* relatedProblems(resource, name, field);
    for (const key of wireKeys(name, field)) {
      // Error responses have `request_id` beside the field errors, which would hide the errors of such a field.
      if (key === 'request_id') yield problem(`fields.${name}.wire`, 'wireReserved', { wire: key });
      const other = wire.get(key);
      // Several fields may read the same key, but only one may send it.
      const shared = !resource.generic && other !== undefined && !(sentNames.has(name) && sentNames.has(other));
      if (other && !shared) yield problem(`fields.${name}.wire`, 'wireTwice', { wire: key, field: other });
      if (!other || sentNames.has(name)) wire.set(key, name);
    }
    const { needsStorage } = getKind(field);
    if (!resource.generic && needsStorage) yield problem(`fields.${name}`, needsStorage);
  }
}

/** Problems of a calendar: missing fields, or two that do not go together. */
function* calendarProblems({ list, fields }: Resource): Generator<DefinitionProblem> {
  const { layout, calendar } = list;
  if (!calendar) {
    if (layout === 'calendar') yield problem('list.layout', 'calendarNeedsDays', { kinds: DATE_KINDS.join(', ') });
    return;
  }
  if (layout !== 'calendar') yield problem('list.calendar', 'calendarElsewhere');
  const { from, to } = calendar;
  if (to === undefined) return;
  const [first, last] = [fields[from]?.kind, fields[to]?.kind];
  const areDateKinds = [first, last].every(
    (kind) => kind !== undefined && DATE_KINDS.some((dateKind) => dateKind === kind),
  );
  if (to === from) yield problem('list.calendar.to', 'twice', { value: to });
  else if (areDateKinds && first !== last) {
    yield problem('list.calendar.to', 'calendarKinds', { field: to, kind: String(last), from, other: String(first) });
  }
}

/** Problems of grouping. */
function* groupProblems({ list, generic }: Resource): Generator<DefinitionProblem> {
  if (list.group === undefined) return;
  if (!generic) yield problem('list.group', 'groupForeign');
  if (list.layout !== 'table' || list.view || list.body) yield problem('list.group', 'groupElsewhere');
}

/** Problems of totals. */
function* totalsProblems({ list, fields, generic }: Resource): Generator<DefinitionProblem> {
  if (!list.totals) return;
  if (!generic) yield problem('list.totals', 'totalsForeign');
  if (list.view || list.body) yield problem('list.totals', 'totalsInWidget');
  yield* duplicateProblems(list.totals.map(({ field }, index) => [`list.totals.${index}.field`, field] as const));
  for (const [index, { field: name, figures }] of list.totals.entries()) {
    yield* duplicateProblems(
      figures.map((figure, place) => [`list.totals.${index}.figures.${place}`, figure] as const),
    );
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    // Wrong kinds are reported by `named`.
    if (field && getTraits(field).averagePlaces && !hasFigures(field))
      yield problem(`list.totals.${index}.field`, 'totalsDigits', { field: name });
  }
}

function* screenProblems(resource: Resource): Generator<DefinitionProblem> {
  const { list, routes, api, section, area, menu } = resource;
  if (resource.was === resource.name) yield problem('was', 'formerOwn', { was: resource.was });
  if (!(SECTIONS as readonly string[]).includes(section) && section !== resource.name) {
    yield problem('section', 'section', { sections: SECTIONS.join(', '), section });
  }
  for (const [route, path] of Object.entries(routes)) {
    const owner = findRouteOwner(path);
    if (owner) yield problem(`routes.${route}`, 'reserved', { path, owner });
  }
  if (area && typeof menu === 'object' && menu.group !== undefined)
    yield problem('menu.group', 'groupInArea', { area });
  yield* duplicateProblems(formFieldPaths(resource));
  yield* duplicateProblems((list.columns ?? []).map((name, index) => [`list.columns.${index}`, name] as const));
  yield* duplicateProblems((resource.import?.key ?? []).map((name, index) => [`import.key.${index}`, name] as const));
  if (list.card && list.layout === 'table') yield problem('list.card', 'cardInTable');
  if (list.layout === 'board' && list.board === undefined && !boardField(resource)) {
    yield problem('list.layout', 'boardNeedsStates');
  }
  if (list.board !== undefined && list.layout !== 'board') yield problem('list.board', 'boardElsewhere');
  if (list.order && list.layout !== 'board') yield problem('list.order', 'orderElsewhere');
  else if (list.order && !resource.generic) yield problem('list.order', 'orderForeign');
  yield* calendarProblems(resource);
  if (list.menu.includes('edit') && (!routes.edit || !resource.form)) {
    yield problem(`list.menu.${list.menu.indexOf('edit')}`, 'editNeedsForm');
  }
  if (resource.card?.edit && (!routes.edit || !resource.form)) yield problem('card.edit', 'editNeedsForm');
  if (api.dialect === 'simple-rest' && (api.paging === 'next' || api.paging === 'cursor')) {
    yield problem('api.paging', 'pagingOfCrm', { paging: api.paging });
  } else if (api.paging === 'cursor' && !api.cursor) yield problem('api.cursor', 'cursorNeedsKey');
}

/** Every problem that the schema alone does not find; the entry point of all checks. */
export function definitionProblems(resource: Resource): DefinitionProblem[] {
  return [
    ...namedFieldProblems(resource),
    ...fieldProblems(resource),
    ...rowsProblems(resource),
    ...moveProblems(resource),
    ...referenceProblems(resource),
    ...expressionProblems(resource),
    ...computedProblems(resource),
    ...genericProblems(resource),
    ...groupProblems(resource),
    ...totalsProblems(resource),
    ...importKeyProblems(resource),
    ...notifyProblems(resource),
    ...fieldRightProblems(resource),
    ...screenProblems(resource),
  ];
}
