/** Paths and limits of the shift page, apart from the schemas, so that the console does not bundle zod for them. */

export const SHIFT_PATH = '/api/crm/shift/';
export const HANDOVERS_PATH = `${SHIFT_PATH}handovers/`;
export const NOTES_PATH = `${SHIFT_PATH}notes/`;
export const WAITING_PATH = `${SHIFT_PATH}waiting/`;

/** Length of a note, characters. */
export const SHIFT_NOTE = { min: 1, max: 1_000 } as const;

/** Maximum number of ended shifts per response. */
export const HANDOVERS_MAX = 20;

/** Maximum number of notes per response, and how long they are shown, days. */
export const NOTES_SHOWN = { most: 50, days: 30 } as const;

/** Maximum number of notes per person and day. */
export const NOTES_PER_DAY = 100;

/** Maximum number of buildings per response. */
export const SHIFT_BUILDINGS_MAX = 200;
