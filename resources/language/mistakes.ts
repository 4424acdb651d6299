import { SECTIONS } from './access.ts';
import type { FieldInput, Resource } from './define-resource.ts';
import { formSections } from './form-sections.ts';
import { KINDS } from './kinds/registry.ts';
import { reservedBy } from './reserved-routes.ts';

/** A mistake: where in the definition, and why it is one. */
export type Mistake = readonly [place: string, reason: string];

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
    if ('porches' in field && field.porches) yield [`fields.${name}.porches`, field.porches, ['checklist']];
  }
}

function* namesAndKinds(resource: Resource): Generator<Mistake> {
  for (const [place, name, kinds] of named(resource)) {
    const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
    if (!field) yield [place, `no field «${name}» is defined`];
    else if (kinds && !kinds.includes(field.kind))
      yield [place, `«${name}» is of kind ${field.kind}, not ${kinds.join(' or ')}`];
  }
}

function* twice(place: string, what: readonly string[]): Generator<Mistake> {
  for (const value of new Set(what.filter((item, index) => what.indexOf(item) !== index))) {
    yield [place, `«${value}» stands here twice`];
  }
}

/** A field whose options contradict each other. */
function* ofField(place: string, field: FieldInput): Generator<Mistake> {
  if ('min' in field && 'max' in field && Number(field.min) > Number(field.max)) {
    yield [place, `min ${field.min} is greater than max ${field.max}`];
  }
  if (field.kind === 'choice') {
    const values = field.options.map(({ value }) => value);
    yield* twice(`${place}.options`, values);
    if (field.initial && !values.includes(field.initial)) {
      yield [`${place}.initial`, `«${field.initial}» is none of ${values.join(', ')}`];
    }
  }
  if (field.kind === 'audience' && !field.once) yield [place, 'an audience is chosen once: say `once: true`'];
  if (field.kind === 'date') {
    for (const end of ['from', 'to'] as const) {
      const day = field[end];
      if (day && day !== 'today' && !KINDS.date.rule({}, '').safeParse(day).success) {
        yield [`${place}.${end}`, `«${day}» is neither a day as YYYY-MM-DD nor today`];
      }
    }
  }
}

function* fields(resource: Resource): Generator<Mistake> {
  const wire = new Map<string, string>();
  for (const [name, field] of Object.entries(resource.fields)) {
    yield* ofField(`fields.${name}`, field);
    const key = field.wire ?? name;
    const other = wire.get(key);
    if (other) yield [`fields.${name}.wire`, `«${key}» is also the wire name of «${other}»`];
    wire.set(key, name);
    if (!resource.generic) continue;
    if (field.kind === 'audience') yield [`fields.${name}`, 'an audience needs a section of its own on the server'];
    if (name === 'id') yield ['fields.id', 'the id is given by the storage'];
    if ((field.filter || field.unique) && !KINDS[field.kind].column) {
      yield [`fields.${name}`, `kind ${field.kind} can be neither filtered nor unique`];
    }
  }
}

function* screens(resource: Resource): Generator<Mistake> {
  const { list, routes, api, section } = resource;
  if (!(SECTIONS as readonly string[]).includes(section) && section !== resource.name) {
    yield ['section', `one of ${SECTIONS.join(', ')} or the definition's own name, not «${section}»`];
  }
  for (const [route, path] of Object.entries(routes)) {
    const owner = reservedBy(path);
    if (owner) yield [`routes.${route}`, `«${path}» belongs to ${owner}`];
  }
  yield* twice(
    'form',
    formSections(resource).flatMap((part) => part.fields),
  );
  if (list.card && list.layout === 'table') yield ['list.card', 'only cards and feed draw a record by a slot'];
  if (list.menu.includes('edit') && (!routes.edit || !resource.form)) {
    yield ['list.menu', '«edit» needs routes.edit and form'];
  }
  if (api.paging === 'cursor' && !api.cursor) yield ['api.cursor', 'cursor paging needs the key it goes by'];
}

/** Every mistake that the shape alone does not show. */
export function mistakesOf(resource: Resource): Mistake[] {
  return [...namesAndKinds(resource), ...fields(resource), ...screens(resource)];
}
