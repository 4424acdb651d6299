import { DEFINITION } from '../limits.ts';
import { completeDefinition } from './complete-definition.ts';
import type { Resource, ResourceInput } from './define-resource.ts';
import { convertZodError, type DefinitionProblem, problem } from './definition-problem.ts';
import { type builtInSchema, resourceSchema } from './definition-schema.ts';
import { getPointerTo } from './kinds/traits.ts';
import { definitionProblems } from './problems.ts';
import { planProblems } from './reference-problems.ts';
import { isShownInCard } from './related.ts';
import { normalizePath } from './reserved-routes.ts';
import { REFERENCEABLE_SECTIONS } from './title-field.ts';

/** A definition with problems; they are translated where they are shown, the error message is only for the log. */
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
 * @param shape schema, by default that of an installation's definition
 * @throws DefinitionError with every problem found; too many fields are reported alone
 */
export function readDefinition(
  input: unknown,
  source: string,
  shape: typeof resourceSchema | typeof builtInSchema = resourceSchema,
): Resource {
  const tooMany = tooManyFields(input);
  if (tooMany) throw new DefinitionError(source, [tooMany]);
  const parsed = shape.safeParse(input);
  if (!parsed.success) throw new DefinitionError(source, convertZodError(parsed.error, input, shape));
  const resource = completeDefinition(parsed.data as ResourceInput);
  const problems = definitionProblems(resource);
  if (problems.length) throw new DefinitionError(source, problems);
  return resource;
}

/** Checked first, because every field could add problems of its own. */
function tooManyFields(input: unknown): DefinitionProblem | null {
  const fields = typeof input === 'object' && input !== null ? (input as { fields?: unknown }).fields : null;
  const count = typeof fields === 'object' && fields !== null ? Object.keys(fields).length : 0;
  return count > DEFINITION.fields ? problem('fields', 'tooManyFields', { count, max: DEFINITION.fields }) : null;
}

/** A checked definition with its source file. */
export interface LoadedDefinition {
  source: string;
  resource: Resource;
  builtIn?: boolean;
}

/**
 * Checks that definitions do not conflict with each other.
 * @throws DefinitionError for the first definition that takes a name or routes of an earlier one
 */
export function checkConflicts(definitions: readonly LoadedDefinition[]): void {
  const names = new Map<string, LoadedDefinition>();
  const routes = new Map<string, LoadedDefinition>();
  for (const one of definitions) {
    const { name, routes: ownRoutes } = one.resource;
    const problems: DefinitionProblem[] = [];
    const owner = names.get(name);
    if (owner) problems.push(problem('name', owner.builtIn ? 'nameBuiltIn' : 'nameTaken', { name, by: owner.source }));
    for (const [key, path] of Object.entries(ownRoutes)) {
      const other = routes.get(normalizePath(path));
      const params = { path, by: other?.source ?? '' };
      if (other) problems.push(problem(`routes.${key}`, other.builtIn ? 'routeBuiltIn' : 'routeTaken', params));
    }
    if (problems.length) throw new DefinitionError(one.source, problems);
    names.set(name, one);
    for (const path of Object.values(ownRoutes)) routes.set(normalizePath(path), one);
  }
}

/**
 * Finds references to sections that do not exist; needs all definitions.
 * @param generics names of the generically stored sections
 */
export function danglingReferences(resource: Resource, generics: ReadonlySet<string>): DefinitionProblem[] {
  const sectionNames = [...REFERENCEABLE_SECTIONS, ...generics];
  return Object.entries(resource.fields).flatMap(([name, field]) => {
    const to = getPointerTo(field, 'records')?.section;
    return to !== undefined && !sectionNames.includes(to)
      ? problem(`fields.${name}.to`, 'noSection', { to, sections: sectionNames.join(', ') })
      : [];
  });
}

/**
 * Finds points whose plan is in a section without files; needs all definitions.
 * @param resources all definitions, built-in ones included
 */
export function pointsWithoutPlan(resource: Resource, resources: readonly Resource[]): DefinitionProblem[] {
  return [
    ...planProblems(resource, (section) => {
      const target = resources.find((one) => one.name === section);
      return target !== undefined && !Object.values(target.fields).some((field) => getPointerTo(field, 'files'));
    }),
  ];
}

/**
 * Finds `related` lists whose target section has no card; needs all definitions.
 * @param resources all definitions, built-in ones included
 */
export function relationsWithoutCard(resource: Resource, resources: readonly Resource[]): DefinitionProblem[] {
  return Object.entries(resource.fields).flatMap(([name, field]) => {
    const to = field.related && getPointerTo(field, 'records')?.section;
    const target = resources.find((one) => one.name === to);
    return target && !isShownInCard(target)
      ? problem(`fields.${name}.related`, 'relatedCard', { to: target.name })
      : [];
  });
}
