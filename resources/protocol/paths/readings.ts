export const METERS_PATH = '/api/crm/meters/';
/** Further calls of the list of readings: buildings, their windows and types of meters. */
export const READING_LIST_PATH = '/api/crm/scenarios/reading-list-data/';
