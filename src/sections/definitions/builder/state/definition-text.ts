/** A definition as its file says it, before it is read by the language. */
export type DefinitionObject = Readonly<Record<string, unknown>>;

/** Whether a value is an object of JSON. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The definition in a text; null where it is no JSON, or no object. */
export function parseDefinition(text: string): DefinitionObject | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return isObject(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

/** Characters of a line that an object or a list may take up as a whole. */
const WIDTH = 110;

function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${inline(member)}`);
  return members.length ? `{ ${members.join(', ')} }` : '{}';
}

/** @param used characters before it on its line, and the one behind it */
function block(value: unknown, indent: string, used: number, isWhole: boolean): string {
  const line = inline(value);
  const isBroken = isWhole || indent.length + used + line.length > WIDTH;
  if (!isBroken || typeof value !== 'object' || value === null) return line;
  const deeper = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((item) => block(item, deeper, 1, false))
    : Object.entries(value).map(([key, member]) => {
        const name = `${JSON.stringify(key)}: `;
        return `${name}${block(member, deeper, name.length + 1, key === 'fields' && indent === '' && isObject(member))}`;
      });
  if (!parts.length) return line;
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return `${open}\n${parts.map((part) => `${deeper}${part}`).join(',\n')}\n${indent}${close}`;
}

/** The text of a definition: what fits a line stands on one, each field on its own. */
export const writeDefinition = (definition: DefinitionObject): string => `${block(definition, '', 0, true)}\n`;

/** A place in a definition: keys of objects, indexes of lists. */
export type Path = readonly (string | number)[];

/** The value at a place; undefined for none. */
export const valueAt = (root: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    root,
  );

/** The definition with another value at a place; undefined takes the key out. The order of keys stays. */
export function withValue<Root>(root: Root, path: Path, value: unknown): Root {
  const [key, ...rest] = path;
  if (key === undefined) return value as Root;
  const inner = valueAt(root, [key]);
  const next = rest.length ? withValue(inner ?? (typeof rest[0] === 'number' ? [] : {}), rest, value) : value;
  if (Array.isArray(root)) {
    const list = [...root];
    if (next === undefined) list.splice(Number(key), 1);
    else list[Number(key)] = next;
    return list as Root;
  }
  const { [key]: _, ...members } = (root ?? {}) as Record<string | number, unknown>;
  if (next === undefined) return members as Root;
  return { ...(root ?? {}), [key]: next } as Root;
}

/** The fields that a definition names, as its file says them. */
export const fieldsIn = (definition: DefinitionObject): Record<string, Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(isObject(definition.fields) ? definition.fields : {}).flatMap(([name, field]) =>
      isObject(field) ? [[name, field]] : [],
    ),
  );

/** A text at a place; empty where there is none. */
export const textAt = (root: unknown, path: Path): string => {
  const value = valueAt(root, path);
  return typeof value === 'string' ? value : '';
};
