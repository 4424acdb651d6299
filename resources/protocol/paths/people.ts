/** An invitation of a resident. */
export const RESIDENT_INVITATION_PATH = '/api/crm/residents/invitation/';
/** Ends viewing the console as another employee. */
export const END_VIEW_PATH = '/api/crm/employee/view/end/';

/**
 * Path of a request about one employee.
 * @param action `view`, `invite`, `link`, `history` or `second-factor/reset`
 */
export const employeePath = (user: number, action: string): string => `/api/crm/employee/${user}/${action}/`;
