/** Residents, employees and flats by words. */
export const SMART_SEARCH_PATH = '/api/crm/search/smart_search/';
/** Residents by the tags of a search. */
export const SEARCH_BY_TAGS_PATH = '/api/crm/search/smart_search_by_tags/';
