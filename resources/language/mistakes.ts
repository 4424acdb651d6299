import { SECTIONS } from './access.ts';
import type { FieldInput, Resource } from './define-resource.ts';
import { type DefinitionProblem, problem } from './definition-problem.ts';
import { formSections } from './form-sections.ts';
import { KINDS } from './kinds/registry.ts';
import { kindOf } from './payload.ts';
import { reservedBy } from './reserved-routes.ts';
import { partKeys, wireKeys } from './wire-keys.ts';

/** Fields that something else of the definition names: the place, the field, and the kinds it may be of. */
function* named(resource: Resource): Generator<readonly [place: string, field: string, kinds?: readonly string[]]> {
  for (const field of resource.list.columns ?? []) yield ['list.columns', field];
  for (const field of resource.list.search ?? []) yield ['list.search', field];
  if (resource.list.sort && resource.list.sort.field !== 'id') yield ['list.sort.field', resource.list.sort.field];
  for (const section of formSections(resource)) for (const field of section.fields) yield ['form', field];
  if (resource.card) for (const field of [resource.card.title, ...resource.card.fields]) yield ['card', field];
  if (resource.building) yield ['building', resource.building, ['building', 'buildings']];
  for (const [name, field] of Object.entries(resource.fields)) {
    if ('building' in field && field.building) yield [`fields.${name}.building`, field.building, ['building']];
    if (field.requiredWith) yield [`fields.${name}.requiredWith`, field.requiredWith];
    if ('porches' in field && field.porches) yield [`fields.${name}.porches`, field.porches, ['checklist']];
  }
}

function* namesAndKinds(resource: Resource): Generator<DefinitionProblem> {
  for (const [place, name, kinds] of named(resource)) {
    const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
    if (!field) yield problem(place, 'noField', { field: name });
    else if (kinds && !kinds.includes(field.kind))
      yield problem(place, 'wrongKind', { field: name, kind: field.kind, kinds: kinds.join(', ') });
  }
}

function* twice(place: string, what: readonly string[]): Generator<DefinitionProblem> {
  for (const value of new Set(what.filter((item, index) => what.indexOf(item) !== index))) {
    yield problem(place, 'twice', { value });
  }
}

/** A field whose options contradict each other. */
function* ofField(place: string, field: FieldInput): Generator<DefinitionProblem> {
  if ('min' in field && 'max' in field && Number(field.min) > Number(field.max)) {
    yield problem(place, 'bounds', { min: Number(field.min), max: Number(field.max) });
  }
  if (field.kind === 'choice') {
    const values = field.options.map(({ value }) => value);
    yield* twice(`${place}.options`, values);
    if (field.initial && !values.includes(field.initial)) {
      yield problem(`${place}.initial`, 'noChoice', { value: field.initial, values: values.join(', ') });
    }
  }
  if (field.kind === 'audience' && !field.once) yield problem(place, 'audienceOnce');
  if (field.kind === 'date') {
    for (const end of ['from', 'to'] as const) {
      const day = field[end];
      if (day && day !== 'today' && !KINDS.date.rule({}, '').safeParse(day).success) {
        yield problem(`${place}.${end}`, 'badDay', { value: day });
      }
    }
  }
}

/** Whether the generic storage cannot keep such a field: it takes a section with an `api`. */
export function needsOwnServer(field: FieldInput): boolean {
  return (
    field.kind === 'audience' ||
    field.kind === 'brought' ||
    // Which house each of them is in only another server tells.
    field.kind === 'units' ||
    partKeys(field) !== null ||
    kindOf(field).shownOnly === true
  );
}

function* fields(resource: Resource): Generator<DefinitionProblem> {
  const wire = new Map<string, string>();
  const sent = new Set(formSections(resource).flatMap((section) => section.fields));
  for (const [name, field] of Object.entries(resource.fields)) {
    yield* ofField(`fields.${name}`, field);
    for (const key of wireKeys(name, field)) {
      const other = wire.get(key);
      // Several fields may show the same of a record, as long as one at the most sends it.
      const shared = !resource.generic && other !== undefined && !(sent.has(name) && sent.has(other));
      if (other && !shared) yield problem(`fields.${name}.wire`, 'wireTwice', { wire: key, field: other });
      if (!other || sent.has(name)) wire.set(key, name);
    }
    if (!resource.generic) {
      if (field.kind === 'reference') yield problem(`fields.${name}`, 'referenceForeign');
      continue;
    }
    if (field.kind === 'audience') yield problem(`fields.${name}`, 'audienceGeneric');
    if (field.kind !== 'audience' && needsOwnServer(field))
      yield problem(`fields.${name}`, 'kindGeneric', { kind: field.kind });
    const holder = Object.entries(resource.fields).find(
      ([other, one]) => field.was !== undefined && (one.wire ?? other) === field.was,
    );
    if (holder) yield problem(`fields.${name}.was`, 'wasTaken', { was: String(field.was), field: holder[0] });
    if (name === 'id') yield problem('fields.id', 'idGiven');
    if ((field.filter || field.unique) && !KINDS[field.kind].column) {
      yield problem(`fields.${name}`, 'noColumn', { kind: field.kind });
    }
  }
}

function* screens(resource: Resource): Generator<DefinitionProblem> {
  const { list, routes, api, section } = resource;
  if (!(SECTIONS as readonly string[]).includes(section) && section !== resource.name) {
    yield problem('section', 'section', { sections: SECTIONS.join(', '), section });
  }
  for (const [route, path] of Object.entries(routes)) {
    const owner = reservedBy(path);
    if (owner) yield problem(`routes.${route}`, 'reserved', { path, owner });
  }
  yield* twice(
    'form',
    formSections(resource).flatMap((part) => part.fields),
  );
  if (list.card && list.layout === 'table') yield problem('list.card', 'cardInTable');
  if (list.menu.includes('edit') && (!routes.edit || !resource.form)) {
    yield problem('list.menu', 'editNeedsForm');
  }
  if (resource.card?.edit && (!routes.edit || !resource.form)) yield problem('card.edit', 'editNeedsForm');
  if (api.paging === 'cursor' && !api.cursor) yield problem('api.cursor', 'cursorNeedsKey');
}

/** Every mistake that the shape alone does not show. */
export function mistakesOf(resource: Resource): DefinitionProblem[] {
  return [...namesAndKinds(resource), ...fields(resource), ...screens(resource)];
}
