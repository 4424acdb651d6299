/** Page of the structure of a building, with `?id=`. */
export const STRUCTURE_PATH = '/settings/building-structure';
/** Page of closed buildings. */
export const CLOSED_PATH = '/settings/closed-buildings';
/** Import of buildings from a table. */
export const BUILDINGS_IMPORT_PATH = '/settings/import-buildings';
/** Import of flats and other units from a table. */
export const UNITS_IMPORT_PATH = '/settings/import-units';
