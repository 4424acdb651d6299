import { DEFINITION } from '../limits.ts';
import { completeDefinition } from './complete-definition.ts';
import type { Resource, ResourceInput } from './define-resource.ts';
import { type DefinitionProblem, problem, problemsOf } from './definition-problem.ts';
import { type builtInSchema, resourceSchema } from './definition-schema.ts';
import { pointerTo } from './kinds/traits.ts';
import { definitionProblems } from './problems.ts';
import { planProblems } from './reference-problems.ts';
import { isShownInCard } from './related.ts';
import { plainAddress } from './reserved-routes.ts';
import { POINTED_AT } from './title-field.ts';

/** A definition with problems; `problems` are worded where they are shown, the message is for the log. */
export class DefinitionError extends Error {
  readonly source: string;
  readonly problems: readonly DefinitionProblem[];
  constructor(source: string, problems: readonly DefinitionProblem[]) {
    super(
      `${source}:\n${problems.map(({ place, code, params }) => `  ${place}: ${code} ${JSON.stringify(params)}`).join('\n')}`,
    );
    this.name = 'DefinitionError';
    this.source = source;
    this.problems = problems;
  }
}

/**
 * Checks one definition and fills in its defaults.
 * @param source file name for the message
 * @param shape that of an installation's definition, unless it is one of the product
 * @throws DefinitionError with every problem found, or with too many fields alone: unknown key or kind, section, slot or field, a form without a route
 */
export function readDefinition(
  input: unknown,
  source: string,
  shape: typeof resourceSchema | typeof builtInSchema = resourceSchema,
): Resource {
  const crowded = tooManyFields(input);
  if (crowded) throw new DefinitionError(source, [crowded]);
  const parsed = shape.safeParse(input);
  if (!parsed.success) throw new DefinitionError(source, problemsOf(parsed.error, input, shape));
  const resource = completeDefinition(parsed.data as ResourceInput);
  const problems = definitionProblems(resource);
  if (problems.length) throw new DefinitionError(source, problems);
  return resource;
}

/** Counted before anything else: every field may have problems of its own. */
function tooManyFields(input: unknown): DefinitionProblem | null {
  const fields = typeof input === 'object' && input !== null ? (input as { fields?: unknown }).fields : null;
  const count = typeof fields === 'object' && fields !== null ? Object.keys(fields).length : 0;
  return count > DEFINITION.fields ? problem('fields', 'tooManyFields', { count, max: DEFINITION.fields }) : null;
}

/** A definition, where it stands, and whether the product brings it. */
export interface Standing {
  source: string;
  resource: Resource;
  builtIn?: boolean;
}

/**
 * Checks that definitions can stand side by side.
 * @throws DefinitionError of the first definition that takes a name or routes of an earlier one, with all of them
 */
export function checkTogether(standing: readonly Standing[]): void {
  const names = new Map<string, Standing>();
  const routes = new Map<string, Standing>();
  for (const one of standing) {
    const { name, routes: ownRoutes } = one.resource;
    const problems: DefinitionProblem[] = [];
    const holder = names.get(name);
    if (holder)
      problems.push(problem('name', holder.builtIn ? 'nameBuiltIn' : 'nameTaken', { name, by: holder.source }));
    for (const [key, path] of Object.entries(ownRoutes)) {
      const other = routes.get(plainAddress(path));
      const params = { path, by: other?.source ?? '' };
      if (other) problems.push(problem(`routes.${key}`, other.builtIn ? 'routeBuiltIn' : 'routeTaken', params));
    }
    if (problems.length) throw new DefinitionError(one.source, problems);
    names.set(name, one);
    for (const path of Object.values(ownRoutes)) routes.set(plainAddress(path), one);
  }
}

/**
 * Looks whether the sections that fields point at are there, once all definitions are known.
 * @param generics names of the sections that are stored generically
 */
export function danglingReferences(resource: Resource, generics: ReadonlySet<string>): DefinitionProblem[] {
  const sectionNames = [...POINTED_AT, ...generics];
  return Object.entries(resource.fields).flatMap(([name, field]) => {
    const to = pointerTo(field, 'records')?.section;
    return to !== undefined && !sectionNames.includes(to)
      ? problem(`fields.${name}.to`, 'noSection', { to, sections: sectionNames.join(', ') })
      : [];
  });
}

/**
 * Looks whether the sections that the plans of points are in keep files, once all definitions are known.
 * @param resources every definition, those of the product too
 */
export function planlessPoints(resource: Resource, resources: readonly Resource[]): DefinitionProblem[] {
  return [
    ...planProblems(resource, (section) => {
      const target = resources.find((one) => one.name === section);
      return target !== undefined && !Object.values(target.fields).some((field) => pointerTo(field, 'files'));
    }),
  ];
}

/**
 * Looks whether the records that fields refer to have cards for the lists of what refers to them, once all definitions are known.
 * @param resources every definition, those of the product too
 */
export function cardlessRelations(resource: Resource, resources: readonly Resource[]): DefinitionProblem[] {
  return Object.entries(resource.fields).flatMap(([name, field]) => {
    const to = field.related && pointerTo(field, 'records')?.section;
    const target = resources.find((one) => one.name === to);
    return target && !isShownInCard(target)
      ? problem(`fields.${name}.related`, 'relatedCard', { to: target.name })
      : [];
  });
}
