/** The record that a link narrows a list to, as a filter of the list names it. */
export interface LinkedRecord {
  id: number;
  label: string;
}

/** The record that a filter names because a link has led to the list; null for any other filter. */
export function linkedRecord(value: unknown): LinkedRecord | null {
  if (typeof value !== 'object' || value === null || !('id' in value) || !('label' in value)) return null;
  const { id, label } = value;
  return Number.isInteger(id) && typeof label === 'string' ? { id: Number(id), label } : null;
}

/** Whether a link has narrowed a list to what belongs to one record. */
export const isLinked = (filters: Readonly<Record<string, unknown>>): boolean =>
  Object.values(filters).some((value) => linkedRecord(value) !== null);
