/** Paths of signing in and of the caller's own data. */
export const SIGN_IN_PATH = '/api/auth';
export const SIGN_OUT_PATH = '/api/authorized/sign_out/';
export const SET_UP_PATH = '/api/anonymous/setup/';
/** Forgotten password, for a person who is not signed in, and for one who is. */
export const FORGOTTEN_PASSWORD_PATH = '/api/anonymous/forgot_pass';
export const OWN_FORGOTTEN_PASSWORD_PATH = '/api/authorized/forgot_pass';
/** The caller's profile; a 401 here means that the stored token is invalid (AUTH-76). */
export const PROFILE_PATH = '/api/crm/profile/current/';
export const SET_PASSWORD_PATH = '/api/crm/profile/set_password/';
export const AVATAR_PATH = '/api/crm/avatar/';
export const PERMISSIONS_PATH = '/api/crm/permissions/';
export const DEVICES_PATH = '/api/authorized/devices/';
export const SOCKET_TICKETS_PATH = '/api/authorized/socket-tickets/';
