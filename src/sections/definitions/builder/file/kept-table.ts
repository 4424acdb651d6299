/** The table that a section is being made of, by the name of the section: its rows are imported once the section is there. */
const tables = new Map<string, File>();

export function keepTable(name: string, file: File): void {
  tables.set(name, file);
}

/** The table of a section; null for none. */
export const keptTable = (name: string): File | null => tables.get(name) ?? null;

export function dropTable(name: string): void {
  tables.delete(name);
}
