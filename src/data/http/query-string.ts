/** Values in a query; undefined and null are left out, lists are joined by commas (API-08). */
export type QueryParams = Readonly<
  Record<string, string | number | boolean | readonly (string | number)[] | null | undefined>
>;

const encode = (value: string | number | boolean): string => encodeURIComponent(String(value)).replaceAll('%2C', ',');

/** `path?key=value&…` in the order of the keys; the path alone when there are no values. */
export function withQuery(path: string, query: QueryParams): string {
  const parts: string[] = [];
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    const text = Array.isArray(value) ? value.map(encode).join(',') : encode(value as string | number | boolean);
    parts.push(`${encodeURIComponent(key)}=${text}`);
  }
  if (parts.length === 0) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${parts.join('&')}`;
}

/**
 * Path and query of a `next` link, without its host.
 * @param from the call that returned the link
 */
export function localAddress(address: string, from: string): string {
  const url = new URL(address, new URL(from, 'http://here'));
  return `${url.pathname}${url.search}`;
}
