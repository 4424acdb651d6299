/** Whether a form or wire value counts as not given. */
export function isEmpty(value: unknown): boolean {
  return value == null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** Ids out of ids, numeric texts or `{id}` objects, in their order. */
export function idsOf(list: unknown): number[] {
  if (!Array.isArray(list)) return [];
  return list.map(idOf).filter((id): id is number => id !== null);
}

/** The id of an id, a numeric text or an `{id}` object; null when there is none. */
export function idOf(item: unknown): number | null {
  const id = typeof item === 'object' && item !== null ? (item as { id?: unknown }).id : item;
  const number = typeof id === 'string' && id !== '' ? Number(id) : id;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}
