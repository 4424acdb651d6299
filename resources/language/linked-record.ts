/** A record that a link filters a list by, as the filter value has it. */
export interface LinkedRecord {
  id: number;
  label: string;
}

/** Reads a linked record from a filter value; null for any other filter. */
export function parseLinkedRecord(value: unknown): LinkedRecord | null {
  if (typeof value !== 'object' || value === null || !('id' in value) || !('label' in value)) return null;
  const { id, label } = value;
  return Number.isInteger(id) && typeof label === 'string' ? { id: Number(id), label } : null;
}

/** Whether a list is filtered by a linked record. */
export const isFilteredByLink = (filters: Readonly<Record<string, unknown>>): boolean =>
  Object.values(filters).some((value) => parseLinkedRecord(value) !== null);
