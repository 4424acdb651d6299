import type { Resource } from '../define-resource.ts';
import { type DefinitionProblem, problem } from '../definition-problem.ts';
import { stateFields } from '../moves.ts';
import { meantBy } from '../nearest.ts';
import { compileExpression, ExpressionError } from './compile.ts';
import { type Fields, variableTypes } from './values.ts';

/** What is wrong with the text of a condition; null where it is a condition over these fields. */
function conditionProblem(place: string, source: string, fields: Fields): DefinitionProblem | null {
  try {
    const { result } = compileExpression(source, fields);
    return result === 'bool' ? null : problem(place, 'expressionResult');
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    const { reason, part } = error;
    const meant = reason === 'expressionName' ? meantBy(part, [...variableTypes(fields).keys()]) : {};
    return problem(place, reason, { part, ...meant });
  }
}

/** Every mistake of the expressions of a definition, and of what stands beside them. */
export function* expressionMistakes(resource: Resource): Generator<DefinitionProblem> {
  const { fields } = resource;
  const conditions: [place: string, source: string][] = [];
  for (const [at, { that, field }] of (resource.checks ?? []).entries()) {
    conditions.push([`checks.${at}.that`, that]);
    if (!Object.hasOwn(fields, field))
      yield problem(`checks.${at}.field`, 'noField', { field, ...meantBy(field, Object.keys(fields)) });
  }
  for (const { name, process } of stateFields(resource)) {
    for (const [at, { when }] of process.moves.entries()) {
      if (when) conditions.push([`fields.${name}.moves.${at}.when.that`, when.that]);
    }
  }
  for (const [place, source] of conditions) {
    const wrong = conditionProblem(place, source, fields);
    if (wrong) yield wrong;
  }
}
