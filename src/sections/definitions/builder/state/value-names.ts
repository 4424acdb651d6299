import { type DefinitionObject, isObject, type Path, textAt, valueAt, withValue } from './definition-text.ts';

/** The path in the saved definition that corresponds to a path in the edited one; a renamed field has its former name there. */
export function savedPath(definition: DefinitionObject, savedDefinition: DefinitionObject | null, path: Path): Path {
  const [root, name, ...rest] = path;
  if (root !== 'fields' || name === undefined || valueAt(savedDefinition, [root, name]) !== undefined) return path;
  const formerName = textAt(definition, [root, name, 'was']);
  return formerName ? [root, formerName, ...rest] : path;
}

/** Replaces a quoted value where an expression compares the field with it: `==`, `!=` and `in [...]`. */
function withComparedLiteral(expression: string, field: string, before: string, after: string): string {
  const literal = new RegExp(`(['"])${before}\\1`, 'g');
  const replaceLiteral = (part: string) => part.replace(literal, (_, quote: string) => `${quote}${after}${quote}`);
  return expression
    .replace(new RegExp(`\\b${field} *[!=]= *(['"])${before}\\1`, 'g'), replaceLiteral)
    .replace(new RegExp(`(['"])${before}\\1 *[!=]= *${field}\\b`, 'g'), replaceLiteral)
    .replace(new RegExp(`\\b${field} +in +\\[[^\\]]*\\]`, 'g'), replaceLiteral);
}

/** Whether this is a condition of a form part, `{ field, is }`, which has the value unquoted. */
const isCondition = (value: Record<string, unknown>, field: string, before: string) =>
  value.field === field && value.is === before;

function replaceValue(value: unknown, field: string, before: string, after: string): unknown {
  if (typeof value === 'string') return withComparedLiteral(value, field, before, after);
  if (Array.isArray(value)) return value.map((item) => replaceValue(item, field, before, after));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, replaceValue(item, field, before, after)] as const);
  return { ...Object.fromEntries(entries), ...(isCondition(value, field, before) ? { is: after } : {}) };
}

/** Names that are safe inside a regular expression. */
const SAFE_NAME = /^[a-zA-Z0-9_-]+$/;

/**
 * Renames a value of a field in all expressions and conditions that compare the field with it.
 * @param owner path of the field; for a column, only the expressions of its rows are changed
 */
export function renameComparedValue(
  definition: DefinitionObject,
  owner: Path,
  before: string,
  after: string,
): DefinitionObject {
  const field = String(owner.at(-1));
  if (![field, before, after].every((name) => SAFE_NAME.test(name))) return definition;
  const scope = owner.length > 2 ? owner.slice(0, 2) : [];
  return scope.length
    ? withValue(definition, scope, replaceValue(valueAt(definition, scope), field, before, after))
    : (replaceValue(definition, field, before, after) as DefinitionObject);
}
