export const METERS_PATH = '/api/crm/meters/';
/** Further data of the list of readings: types of meters, and when they are collected in which buildings. */
export const READING_LIST_PATH = '/api/crm/scenarios/reading-list-data/';
