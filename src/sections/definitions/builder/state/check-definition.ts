import { BUILT_IN } from '#resources/built-in.ts';
import { auditNameProblems } from '#resources/language/audit-kinds.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { type DefinitionProblem, problem } from '#resources/language/definition-problem.ts';
import {
  cardlessRelations,
  checkTogether,
  DefinitionError,
  danglingReferences,
  planlessPoints,
  readDefinition,
} from '#resources/language/read-definition.ts';
import { formerNameProblems, formerNames, withSectionNames } from '#resources/language/section-names.ts';
import type { DefinitionObject } from './definition-text.ts';

/** Result of checking a definition: the section that it makes, or its problems. */
export interface Checked {
  resource: Resource | null;
  problems: readonly DefinitionProblem[];
}

/**
 * Reads a definition as the server will.
 * @param others the added sections besides this one, as they are in force
 */
export function checkDefinition(definition: DefinitionObject, otherSections: readonly Resource[]): Checked {
  try {
    const written = readDefinition(definition, 'builder');
    const resource = withSectionNames(written, formerNames([...otherSections, written]));
    const builtIn = BUILT_IN.map((one) => ({ source: one.name, resource: one, builtIn: true }));
    const added = otherSections.map((one) => ({ source: one.name, resource: one }));
    checkTogether([...builtIn, ...added, { source: 'builder', resource }]);
    const generics = new Set([
      ...otherSections.filter(({ generic }) => generic).map(({ name }) => name),
      resource.name,
    ]);
    const dangling = danglingReferences(resource, generics);
    const nameProblems = formerNameProblems(resource, [
      ...BUILT_IN.map(({ name }) => ({ name, builtIn: true })),
      ...otherSections,
    ]);
    const resources = [...BUILT_IN, ...otherSections, resource];
    return {
      resource,
      problems: [
        ...auditNameProblems(resource),
        ...nameProblems,
        ...dangling,
        ...cardlessRelations(resource, resources),
        ...planlessPoints(resource, resources),
      ],
    };
  } catch (error) {
    if (error instanceof DefinitionError) return { resource: null, problems: error.problems };
    // An expression too deep for its parser, say: told like any other problem.
    return { resource: null, problems: [problem('', 'unreadable', { reason: String(error) })] };
  }
}
