/** Address and bounds of the notification centre, apart from the shapes: the first page needs no library to know them. */

export const NOTICES_PATH = '/api/authorized/notifications/';

/** Notifications of one answer. */
export const NOTICES_PAGE = 30;

/** How long they are kept, days. */
export const NOTICES_DAYS = 30;

/** Unread ones are counted up to here. */
export const UNREAD_MOST = 100;

/** Ids of one call that marks single ones as read. */
export const READ_MOST = 100;
