/** Values of a record as the audit log has them. */
export type Values = Readonly<Record<string, unknown>>;

/** A value that was changed; lists are told by how many they hold. */
export interface Difference {
  /** Its name, the names of what it stands in before it: `sections.news`. */
  field: string;
  before: string | null;
  after: string | null;
}

export const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const toText = (value: unknown): string | null => (value === null || value === undefined ? null : String(value));

/** The changes of a write, value by value. @param path names of the objects around the values */
export function auditDifferences(before: unknown, after: unknown, path = ''): Difference[] {
  const had = isValues(before) ? before : {};
  const has = isValues(after) ? after : {};
  return [...new Set([...Object.keys(had), ...Object.keys(has)])].flatMap((key): Difference[] => {
    const field = path ? `${path}.${key}` : key;
    const [old, next] = [had[key], has[key]];
    if (isValues(old) || isValues(next)) return auditDifferences(old, next, field);
    if (Array.isArray(old) || Array.isArray(next)) {
      const [was, is] = [Array.isArray(old) ? old : [], Array.isArray(next) ? next : []];
      if (JSON.stringify(was) === JSON.stringify(is)) return [];
      return [{ field, before: String(was.length), after: String(is.length) }];
    }
    return toText(old) === toText(next) ? [] : [{ field, before: toText(old), after: toText(next) }];
  });
}
