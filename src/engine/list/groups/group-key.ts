/** Key of a choice of groups in the address of a list, and in the query of a saved view. */
export const GROUP_KEY = 'group';
