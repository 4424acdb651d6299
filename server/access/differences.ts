/** Values of a record, as stored in the audit log. */
export type Values = Readonly<Record<string, unknown>>;

/** A changed value; for a list the values are its lengths. */
export interface Difference {
  /** Path of the value: `sections.news`. */
  field: string;
  before: string | null;
  after: string | null;
}

export const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const toText = (value: unknown): string | null => (value === null || value === undefined ? null : String(value));

/** Compares two versions of a record value by value. @param path path of the enclosing objects */
export function auditDifferences(before: unknown, after: unknown, path = ''): Difference[] {
  const oldValues = isValues(before) ? before : {};
  const newValues = isValues(after) ? after : {};
  return [...new Set([...Object.keys(oldValues), ...Object.keys(newValues)])].flatMap((key): Difference[] => {
    const field = path ? `${path}.${key}` : key;
    const [old, next] = [oldValues[key], newValues[key]];
    if (isValues(old) || isValues(next)) return auditDifferences(old, next, field);
    if (Array.isArray(old) || Array.isArray(next)) {
      const [was, is] = [Array.isArray(old) ? old : [], Array.isArray(next) ? next : []];
      if (JSON.stringify(was) === JSON.stringify(is)) return [];
      return [{ field, before: String(was.length), after: String(is.length) }];
    }
    return toText(old) === toText(next) ? [] : [{ field, before: toText(old), after: toText(next) }];
  });
}
