/** Where a building is changed, `?id=`. */
export const STRUCTURE = '/settings/building-structure';
/** The buildings that were closed. */
export const CLOSED = '/settings/closed-buildings';
/** Where a table of buildings is taken in. */
export const TABLE = '/settings/import-buildings';
/** Where a table of flats is taken in. */
export const UNITS = '/settings/import-units';
