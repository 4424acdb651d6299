import { SECTIONS } from './access.ts';
import { type FieldInput, type Resource, resourceSchema } from './define-resource.ts';
import { KINDS } from './kinds/registry.ts';

/** A definition with mistakes; the message names the file, each field and the reason. */
export class DefinitionError extends Error {
  readonly source: string;
  readonly problems: readonly string[];
  constructor(source: string, problems: readonly string[]) {
    super(`${source}:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'DefinitionError';
    this.source = source;
    this.problems = problems;
  }
}

/** Fields that something else of the definition names, each with the place that names it. */
function* namedFields(resource: Resource): Generator<[place: string, field: string]> {
  for (const field of resource.list.columns ?? []) yield ['list.columns', field];
  for (const field of resource.list.search ?? []) yield ['list.search', field];
  if (resource.list.sort && resource.list.sort.field !== 'id') yield ['list.sort.field', resource.list.sort.field];
  for (const section of formSections(resource)) for (const field of section.fields) yield ['form', field];
  if (resource.card) for (const field of [resource.card.title, ...resource.card.fields]) yield ['card', field];
  if (resource.building) yield ['building', resource.building];
  for (const [name, field] of Object.entries(resource.fields)) {
    if ('building' in field && field.building) yield [`fields.${name}.building`, field.building];
  }
}

/** The form's sections in order, whether or not they are steps. */
export function formSections(
  resource: Pick<Resource, 'form'>,
): readonly { title?: string; hint?: string; fields: readonly string[] }[] {
  if (!resource.form) return [];
  return Array.isArray(resource.form) ? resource.form : resource.form.steps;
}

/**
 * Checks one definition and fills in its defaults.
 * @param source file name for the message
 * @throws DefinitionError with every mistake found: unknown key or kind, section, slot or field, a form without a route
 */
export function readDefinition(input: unknown, source: string): Resource {
  const parsed = resourceSchema.safeParse(input);
  if (!parsed.success) {
    throw new DefinitionError(
      source,
      parsed.error.issues.map((issue) => `${issue.path.join('.') || '(whole)'}: ${issue.message}`),
    );
  }
  const data = parsed.data;
  const generic = !data.api;
  const routes = data.routes ?? { list: `/${data.name}`, create: `/${data.name}/create`, edit: `/${data.name}/edit` };
  const api = data.api ?? {
    dialect: 'simple-rest' as const,
    path: `/api/records/${data.name}`,
    paging: 'page' as const,
    ...(data.building ? { scope: 'buildings_id' as const } : {}),
    update: 'PUT' as const,
    id: 'id',
  };
  const resource: Resource = { ...data, fields: data.fields as Record<string, FieldInput>, routes, api, generic };

  const problems: string[] = [];
  for (const [place, field] of namedFields(resource)) {
    if (!(field in resource.fields)) problems.push(`${place}: no field «${field}» is defined`);
  }
  if (generic) {
    for (const [field, options] of Object.entries(resource.fields)) {
      if (field === 'id') problems.push('fields.id: the id is given by the storage');
      if ((options.filter || options.unique) && !KINDS[options.kind].column)
        problems.push(`fields.${field}: kind ${options.kind} can be neither filtered nor unique`);
    }
  } else if (!(SECTIONS as readonly string[]).includes(data.section) && data.section !== data.name) {
    problems.push(`section: one of ${SECTIONS.join(', ')} or the definition's own name, not «${data.section}»`);
  }
  if (generic && data.section !== data.name && !(SECTIONS as readonly string[]).includes(data.section)) {
    problems.push(`section: one of ${SECTIONS.join(', ')} or the definition's own name, not «${data.section}»`);
  }
  if (data.list.menu.includes('edit') && (!routes.edit || !data.form))
    problems.push('list.menu: «edit» needs routes.edit and form');
  if (problems.length) throw new DefinitionError(source, problems);
  return resource;
}

/**
 * Checks that definitions can stand side by side.
 * @throws DefinitionError when two share a name or a route
 */
export function checkTogether(resources: readonly { source: string; resource: Resource }[]): void {
  const taken = new Map<string, string>();
  for (const { source, resource } of resources) {
    for (const key of [`name «${resource.name}»`, ...Object.values(resource.routes).map((route) => `route ${route}`)]) {
      const other = taken.get(key);
      if (other) throw new DefinitionError(source, [`${key} is taken by ${other}`]);
      taken.set(key, source);
    }
  }
}
