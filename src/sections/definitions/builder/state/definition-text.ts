/** A definition as parsed from JSON, not validated. */
export type DefinitionObject = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parses the text of a definition; null if it is not JSON or not an object. */
export function parseDefinition(text: string): DefinitionObject | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return isObject(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

/** Maximum line length up to which an object or a list is written on one line, characters. */
const LINE_LENGTH_MAX = 110;

function formatInline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(formatInline).join(', ')}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${formatInline(member)}`);
  return members.length ? `{ ${members.join(', ')} }` : '{}';
}

/** @param used characters on the line besides the value: the key before it and the comma after it */
function formatBlock(value: unknown, indent: string, used: number, isForced: boolean): string {
  const line = formatInline(value);
  const isBroken = isForced || indent.length + used + line.length > LINE_LENGTH_MAX;
  if (!isBroken || typeof value !== 'object' || value === null) return line;
  const innerIndent = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((item) => formatBlock(item, innerIndent, 1, false))
    : Object.entries(value).map(([key, member]) => {
        const name = `${JSON.stringify(key)}: `;
        return `${name}${formatBlock(member, innerIndent, name.length + 1, key === 'fields' && indent === '' && isObject(member))}`;
      });
  if (!parts.length) return line;
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return `${open}\n${parts.map((part) => `${innerIndent}${part}`).join(',\n')}\n${indent}${close}`;
}

/** Formats a definition as JSON: values that fit are on one line, and each field starts a new line. */
export const writeDefinition = (definition: DefinitionObject): string => `${formatBlock(definition, '', 0, true)}\n`;

/** Path in a definition: keys of objects and indexes of lists. */
export type Path = readonly (string | number)[];

/** The value at a path; undefined if there is none. */
export const valueAt = (root: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    root,
  );

/** Returns a copy with the value at a path replaced, keeping the order of keys; undefined removes the key or item. */
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

/** The fields of a definition as parsed from JSON; members that are not objects are left out. */
export const getRawFields = (definition: DefinitionObject): Record<string, Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(isObject(definition.fields) ? definition.fields : {}).flatMap(([name, field]) =>
      isObject(field) ? [[name, field]] : [],
    ),
  );

/** The string at a path; empty if there is none. */
export const textAt = (root: unknown, path: Path): string => {
  const value = valueAt(root, path);
  return typeof value === 'string' ? value : '';
};
