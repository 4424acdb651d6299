import { BUILT_IN } from '#resources/built-in.ts';
import { findAuditNameProblems } from '#resources/language/audit-kinds.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { type DefinitionProblem, problem } from '#resources/language/definition-problem.ts';
import {
  checkConflicts,
  DefinitionError,
  danglingReferences,
  pointsWithoutPlan,
  readDefinition,
  relationsWithoutCard,
} from '#resources/language/read-definition.ts';
import { formerNameProblems, formerNames, renameReferencedSections } from '#resources/language/section-names.ts';
import type { DefinitionObject } from './definition-text.ts';

/** Result of checking a definition: the compiled section, or null if it cannot be compiled, and the problems. */
export interface DefinitionCheckResult {
  resource: Resource | null;
  problems: readonly DefinitionProblem[];
}

/**
 * Checks a definition in the same way as the server.
 * @param otherSections the active added sections except this one
 */
export function checkDefinition(
  definition: DefinitionObject,
  otherSections: readonly Resource[],
): DefinitionCheckResult {
  try {
    const definedResource = readDefinition(definition, 'builder');
    const resource = renameReferencedSections(definedResource, formerNames([...otherSections, definedResource]));
    const builtIn = BUILT_IN.map((one) => ({ source: one.name, resource: one, builtIn: true }));
    const added = otherSections.map((one) => ({ source: one.name, resource: one }));
    checkConflicts([...builtIn, ...added, { source: 'builder', resource }]);
    const genericNames = new Set([
      ...otherSections.filter(({ generic }) => generic).map(({ name }) => name),
      resource.name,
    ]);
    const danglingProblems = danglingReferences(resource, genericNames);
    const nameProblems = formerNameProblems(resource, [
      ...BUILT_IN.map(({ name }) => ({ name, builtIn: true })),
      ...otherSections,
    ]);
    const resources = [...BUILT_IN, ...otherSections, resource];
    return {
      resource,
      problems: [
        ...findAuditNameProblems(resource),
        ...nameProblems,
        ...danglingProblems,
        ...relationsWithoutCard(resource, resources),
        ...pointsWithoutPlan(resource, resources),
      ],
    };
  } catch (error) {
    if (error instanceof DefinitionError) return { resource: null, problems: error.problems };
    // Any other error is reported as a problem too, e.g. an expression nested too deep for its parser.
    return { resource: null, problems: [problem('', 'unreadable', { reason: String(error) })] };
  }
}
