/** Addresses and bounds of the shift page, apart from the shapes: the console needs no library to know them. */

export const SHIFT_PATH = '/api/crm/shift/';
export const HANDOVERS_PATH = `${SHIFT_PATH}handovers/`;
export const NOTES_PATH = `${SHIFT_PATH}notes/`;
export const WAITING_PATH = `${SHIFT_PATH}waiting/`;

/** Length of a note, characters. */
export const SHIFT_NOTE = { min: 1, max: 1_000 } as const;

/** Shifts that ended, in one answer. */
export const HANDOVERS_MOST = 20;

/** Notes in one answer, and how long they are shown, days. */
export const NOTES_SHOWN = { most: 50, days: 30 } as const;

/** Notes that one person may write in a day. */
export const NOTES_A_DAY = 100;

/** Buildings in one answer. */
export const SHIFT_BUILDINGS = 200;
