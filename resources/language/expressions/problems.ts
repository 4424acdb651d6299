import type { FieldInput, Resource } from '../define-resource.ts';
import { type DefinitionProblem, problem } from '../definition-problem.ts';
import { stateFields } from '../moves.ts';
import { suggestionParams } from '../nearest.ts';
import { hasComputedCells } from '../rows.ts';
import { compileExpression, type Expression, ExpressionError, findVolatileName } from './compile.ts';
import { initialExpression } from './used.ts';
import { celType, type Fields, NO_FIELDS, variableTypes } from './values.ts';

/**
 * Compiles an expression over these fields and returns its problem; null if none.
 * @param checkResult checks the compiled expression
 */
function expressionProblem(
  place: string,
  source: string,
  fields: Fields,
  checkResult: (expression: Expression) => DefinitionProblem | null,
): DefinitionProblem | null {
  try {
    return checkResult(compileExpression(source, fields));
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    const { reason, part } = error;
    const meant = reason === 'expressionName' ? suggestionParams(part, [...variableTypes(fields).keys()]) : {};
    return problem(place, reason, { part, ...meant });
  }
}

export const conditionProblem = (place: string, source: string, fields: Fields): DefinitionProblem | null =>
  expressionProblem(place, source, fields, ({ result }) =>
    result === 'bool' ? null : problem(place, 'expressionResult'),
  );

/** The problem of `when` of a field, which may use only fields above it, so that no two depend on each other. */
function whenProblem(name: string, when: string, fields: Fields): DefinitionProblem | null {
  const place = `fields.${name}.when`;
  const names = Object.keys(fields);
  return (
    conditionProblem(place, when, fields) ??
    expressionProblem(place, when, fields, (expression) => {
      const fieldBelow = expression.names.find((one) => names.indexOf(one) >= names.indexOf(name));
      return fieldBelow === undefined ? null : problem(place, 'expressionBelow', { field: fieldBelow });
    })
  );
}

/** The problem of an expression for a stored value, which must not depend on the day or the person. */
export function storedValueProblem(place: string, source: string, fields: Fields): DefinitionProblem | null {
  return expressionProblem(place, source, fields, (expression) => {
    const volatileName = findVolatileName(expression, fields);
    return volatileName === undefined ? null : problem(place, 'computedMoment', { name: volatileName });
  });
}

/**
 * The problem of the expression of a computed field. Of the fields below it, it may use only those that are neither computed
 * nor conditional, because these may depend on it.
 */
export function computedProblem(name: string, computed: string, fields: Fields): DefinitionProblem | null {
  const place = `fields.${name}.computed`;
  const names = Object.keys(fields);
  const found = storedValueProblem(place, computed, fields);
  const field = fields[name];
  if (found || !field) return found;
  return expressionProblem(place, computed, fields, ({ names: used, result }) => {
    const fieldBelow = used.find((one) => {
      const other = fields[one];
      const isDependent =
        other && (other.computed !== undefined || other.when !== undefined || hasComputedCells(other));
      return isDependent && names.indexOf(one) >= names.indexOf(name);
    });
    if (fieldBelow !== undefined) return problem(place, 'computedBelow', { field: fieldBelow });
    return isOfType(result, celType(field)) ? null : problem(place, 'computedType');
  });
}

/** Whether the result of an expression fits a field; whole numbers are `int` in an expression and `double` in a record. */
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

/** Every problem of `when`, `required`, `readonly` and `initial` of fields. */
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

/** Every problem of the expressions of a definition, and of the fields that its checks name. */
export function* expressionProblems(resource: Resource): Generator<DefinitionProblem> {
  const { fields } = resource;
  const conditions: [place: string, source: string][] = [];
  for (const [index, { that, field }] of (resource.checks ?? []).entries()) {
    conditions.push([`checks.${index}.that`, that]);
    if (!Object.hasOwn(fields, field))
      yield problem(`checks.${index}.field`, 'noField', { field, ...suggestionParams(field, Object.keys(fields)) });
  }
  for (const [index, { when }] of (resource.list.colours ?? []).entries()) {
    conditions.push([`list.colours.${index}.when`, when]);
  }
  for (const { name, process } of stateFields(resource)) {
    for (const [index, { when }] of process.moves.entries()) {
      if (when) conditions.push([`fields.${name}.moves.${index}.when.that`, when.that]);
    }
  }
  for (const [place, source] of conditions) {
    const found = conditionProblem(place, source, fields);
    if (found) yield found;
  }
  for (const found of fieldConditionProblems(fields)) if (found) yield found;
}
