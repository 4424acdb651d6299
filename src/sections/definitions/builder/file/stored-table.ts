/** Tables from which sections are being created, by section name; their rows are imported once the section is active. */
const tables = new Map<string, File>();

export function keepTable(name: string, file: File): void {
  tables.set(name, file);
}

/** The table of a section; null if there is none. */
export const getKeptTable = (name: string): File | null => tables.get(name) ?? null;

export function dropTable(name: string): void {
  tables.delete(name);
}
