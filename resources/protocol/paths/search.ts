/** Searches residents, employees and flats by text. */
export const SMART_SEARCH_PATH = '/api/crm/search/smart_search/';
/** Searches residents by search tags. */
export const SEARCH_BY_TAGS_PATH = '/api/crm/search/smart_search_by_tags/';
