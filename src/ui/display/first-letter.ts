/** The first letter of a name, whole where it takes two units, as a sign of emoji does; empty for none. */
export const firstLetter = (name: string): string => Array.from(name.trim())[0] ?? '';
