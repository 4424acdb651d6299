/** URL parameter for the field a list is grouped by; also part of a saved view's query. */
export const GROUP_KEY = 'group';
