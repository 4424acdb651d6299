export const METERS_PATH = '/api/crm/meters/';
/** Further data of the list of readings: meter types, and the submission days of buildings. */
export const READING_LIST_PATH = '/api/crm/scenarios/reading-list-data/';
