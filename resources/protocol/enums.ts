/** Values that several protocols share; kept apart, so that using one does not load any definition. */

/** States of a resident's account (RES-21). */
export const RESIDENT_STATUSES = ['active', 'created', 'suspended'] as const;

/** Types of units (G-70). */
export const UNIT_TYPES = ['flat', 'office', 'storage', 'parking'] as const;

/** Senders of readings: an automatic meter, a resident in the app, an employee in the console (READ-10). */
export const SENDER_TYPES = ['meter', 'resident', 'employee'] as const;

/** Types of buildings (SET-11). */
export const BUILDING_TYPES = ['tenement', 'cottage', 'parking', 'hotel', 'townhouse', 'office', 'mall'] as const;

/** Types of complaints, in the order of the tab (COMPL-01). */
export const COMPLAINT_TYPES = ['complaint', 'appreciation', 'suggestion'] as const;

/** Statuses of a person in the chat (CHAT-18…20, CHAT-22, G-67). */
export const CHAT_STATUSES = ['active', 'deleted', 'blocked', 'no_chat_access'] as const;

/** Roles of users (AUTH-24); residents cannot sign in to the console (AUTH-26). */
export const ROLES = ['admin', 'superuser', 'employee', 'resident'] as const;
