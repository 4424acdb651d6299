export const METERS_PATH = '/api/crm/meters/';
/** What the list of readings needs besides: buildings, their windows and types of meters. */
export const READING_LIST_PATH = '/api/crm/scenarios/reading-list-data/';
