/** Ids of files that a save was refused for, by field on the wire: `{"attachments.17": ["…"]}`. */
export type RefusedFiles = ReadonlyMap<string, ReadonlySet<number>>;

const listeners = new Set<(files: RefusedFiles) => void>();

/** Hears of files that a save was refused for. @returns how to stop */
export function onRefusedFiles(listener: (files: RefusedFiles) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Tells the fields of the form which of their files a save was refused for. @param body of the 400 */
export function tellRefusedFiles(body: Readonly<Record<string, unknown>> | null): void {
  const found = new Map<string, Set<number>>();
  for (const key of Object.keys(body ?? {})) {
    const [, field = '', id] = /^(.+)\.(\d+)$/.exec(key) ?? [];
    if (id) found.set(field, (found.get(field) ?? new Set()).add(Number(id)));
  }
  if (found.size) for (const listener of [...listeners]) listener(found);
}
