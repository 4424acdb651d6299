import type { FieldInput, Resource } from '../define-resource.ts';
import { type DefinitionProblem, problem } from '../definition-problem.ts';
import { stateFields } from '../moves.ts';
import { meantBy } from '../nearest.ts';
import { hasComputedCells } from '../rows.ts';
import { compileExpression, type Expression, ExpressionError, passingName } from './compile.ts';
import { initialExpression } from './used.ts';
import { celType, type Fields, NO_FIELDS, variableTypes } from './values.ts';

/** The problem of the text of an expression over these fields; null for none. @param fits checks its result */
function expressionProblem(
  place: string,
  source: string,
  fields: Fields,
  fits: (expression: Expression) => DefinitionProblem | null,
): DefinitionProblem | null {
  try {
    return fits(compileExpression(source, fields));
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    const { reason, part } = error;
    const meant = reason === 'expressionName' ? meantBy(part, [...variableTypes(fields).keys()]) : {};
    return problem(place, reason, { part, ...meant });
  }
}

export const conditionProblem = (place: string, source: string, fields: Fields): DefinitionProblem | null =>
  expressionProblem(place, source, fields, ({ result }) =>
    result === 'bool' ? null : problem(place, 'expressionResult'),
  );

/** The problem of `when` of a field, which looks at fields above it alone: no two wait for each other. */
function whenProblem(name: string, when: string, fields: Fields): DefinitionProblem | null {
  const place = `fields.${name}.when`;
  const names = Object.keys(fields);
  return (
    conditionProblem(place, when, fields) ??
    expressionProblem(place, when, fields, (expression) => {
      const below = expression.names.find((one) => names.indexOf(one) >= names.indexOf(name));
      return below === undefined ? null : problem(place, 'expressionBelow', { field: below });
    })
  );
}

/** The problem of an expression for a stored value: the values it looks at must not change by themselves. */
export function lastingProblem(place: string, source: string, fields: Fields): DefinitionProblem | null {
  return expressionProblem(place, source, fields, (expression) => {
    const passing = passingName(expression, fields);
    return passing === undefined ? null : problem(place, 'computedMoment', { name: passing });
  });
}

/**
 * The problem of the expression of a computed field. Of the fields below it, it may look at those whose values depend on no
 * other: a computed one, or one with a condition, may depend on this one.
 */
export function computedProblem(name: string, computed: string, fields: Fields): DefinitionProblem | null {
  const place = `fields.${name}.computed`;
  const names = Object.keys(fields);
  const wrong = lastingProblem(place, computed, fields);
  const field = fields[name];
  if (wrong || !field) return wrong;
  return expressionProblem(place, computed, fields, ({ names: used, result }) => {
    const below = used.find((one) => {
      const other = fields[one];
      const isDependent =
        other && (other.computed !== undefined || other.when !== undefined || hasComputedCells(other));
      return isDependent && names.indexOf(one) >= names.indexOf(name);
    });
    if (below !== undefined) return problem(place, 'computedBelow', { field: below });
    return isOfType(result, celType(field)) ? null : problem(place, 'computedType');
  });
}

/** Whether what an expression comes to is a value of a field. Whole numbers are `int` in an expression and `double` in a record. */
const isOfType = (result: string, type: string | null): boolean => result.replaceAll('int', 'double') === type;

/** The problem of the initial value of a field. */
function initialProblem(name: string, initial: string, field: FieldInput): DefinitionProblem | null {
  const place = `fields.${name}.initial`;
  const type = celType(field);
  if (type === null) return problem(place, 'initialKind');
  return expressionProblem(place, initial, NO_FIELDS, ({ result }) =>
    isOfType(result, type) ? null : problem(place, 'initialType'),
  );
}

/** Every problem of the conditions of single fields. */
export function* fieldConditionProblems(fields: Fields): Generator<DefinitionProblem | null> {
  for (const [name, field] of Object.entries(fields)) {
    const { when, required, readonly } = field;
    const initial = initialExpression(field);
    if (when !== undefined) yield whenProblem(name, when, fields);
    if (typeof required === 'string') yield conditionProblem(`fields.${name}.required`, required, fields);
    if (readonly !== undefined) yield conditionProblem(`fields.${name}.readonly`, readonly, fields);
    if (initial !== undefined) yield initialProblem(name, initial, field);
  }
}

/** Every problem of the expressions of a definition, and of what stands beside them. */
export function* expressionProblems(resource: Resource): Generator<DefinitionProblem> {
  const { fields } = resource;
  const conditions: [place: string, source: string][] = [];
  for (const [at, { that, field }] of (resource.checks ?? []).entries()) {
    conditions.push([`checks.${at}.that`, that]);
    if (!Object.hasOwn(fields, field))
      yield problem(`checks.${at}.field`, 'noField', { field, ...meantBy(field, Object.keys(fields)) });
  }
  for (const [at, { when }] of (resource.list.colours ?? []).entries()) {
    conditions.push([`list.colours.${at}.when`, when]);
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
  for (const wrong of fieldConditionProblems(fields)) if (wrong) yield wrong;
}
