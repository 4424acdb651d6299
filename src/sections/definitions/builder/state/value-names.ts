import { type DefinitionObject, isObject, type Path, textAt, valueAt, withValue } from './definition-text.ts';

/** Where the definition that is in force has what stands at a place: a field that was renamed is there under its former name. */
export function savedPath(definition: DefinitionObject, savedDefinition: DefinitionObject | null, path: Path): Path {
  const [root, name, ...rest] = path;
  if (root !== 'fields' || name === undefined || valueAt(savedDefinition, [root, name]) !== undefined) return path;
  const formerName = textAt(definition, [root, name, 'was']);
  return formerName ? [root, formerName, ...rest] : path;
}

/** A value of a field, quoted, as expressions compare the field with it. */
function withComparedLiteral(expression: string, field: string, before: string, after: string): string {
  const literal = new RegExp(`(['"])${before}\\1`, 'g');
  const named = (part: string) => part.replace(literal, (_, quote: string) => `${quote}${after}${quote}`);
  return expression
    .replace(new RegExp(`\\b${field} *[!=]= *(['"])${before}\\1`, 'g'), named)
    .replace(new RegExp(`(['"])${before}\\1 *[!=]= *${field}\\b`, 'g'), named)
    .replace(new RegExp(`\\b${field} +in +\\[[^\\]]*\\]`, 'g'), named);
}

/** Conditions of parts of a form name the value of a field as it is. */
const isCondition = (value: Record<string, unknown>, field: string, before: string) =>
  value.field === field && value.is === before;

function replaced(value: unknown, field: string, before: string, after: string): unknown {
  if (typeof value === 'string') return withComparedLiteral(value, field, before, after);
  if (Array.isArray(value)) return value.map((item) => replaced(item, field, before, after));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, replaced(item, field, before, after)] as const);
  return { ...Object.fromEntries(entries), ...(isCondition(value, field, before) ? { is: after } : {}) };
}

/** Signs of a name; others would be signs of a pattern. */
const NAME = /^[a-zA-Z0-9_-]+$/;

/**
 * Has expressions and conditions compare a field with the new name of one of its values.
 * @param owner place of the field; of a column its expressions are those of its rows
 */
export function withComparedValue(
  definition: DefinitionObject,
  owner: Path,
  before: string,
  after: string,
): DefinitionObject {
  const field = String(owner.at(-1));
  if (![field, before, after].every((name) => NAME.test(name))) return definition;
  const scope = owner.length > 2 ? owner.slice(0, 2) : [];
  return scope.length
    ? withValue(definition, scope, replaced(valueAt(definition, scope), field, before, after))
    : (replaced(definition, field, before, after) as DefinitionObject);
}
