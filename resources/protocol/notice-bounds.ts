/** Path and limits of the notification centre, apart from the schemas, so that the first page does not load zod. */

export const NOTICES_PATH = '/api/authorized/notifications/';

/** Notifications per response. */
export const NOTICES_PAGE = 30;

/** Retention of notifications, days. */
export const NOTICES_DAYS = 30;

/** Highest count of unread notifications; more are not counted. */
export const UNREAD_MAX = 100;

/** Maximum number of ids per request that marks single notifications as read. */
export const READ_IDS_MAX = 100;
