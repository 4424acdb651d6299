import { ask, type RequestOptions, request } from '#console/data/http/http.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { text } from '#i18n/console-text.ts';
import {
  FORGOTTEN_PASSWORD_PATH,
  OWN_FORGOTTEN_PASSWORD_PATH,
  PROFILE_PATH,
  SET_PASSWORD_PATH,
} from '#resources/protocol/paths/access.ts';
import {
  decodeCooldown,
  decodeProfile,
  decodeToken,
  type Profile,
} from '#resources/protocol/people/profile-answers.ts';

/** Result of sending a code. */
export interface SentCode {
  /** The phone it was sent to, `+7XXXXXXXXXX`; empty if the server does not name it. */
  username: string;
  /** Seconds until another code can be requested. */
  cooldown: number;
}

function toSentCode(body: unknown): SentCode {
  const { username, seconds } = decodeCooldown(body);
  return { username, cooldown: wholeSeconds(seconds) };
}

const wholeSeconds = (value: unknown): number => Math.max(0, Math.ceil(Number(value) || 0));

const post = (path: string, body: unknown, options: RequestOptions = {}) =>
  request(path, { ...options, method: 'POST', body });

/** No global alert for a wrong code (404), because the code form shows its own message (AUTH-44, G-25). */
const codeCallOptions: RequestOptions = { report: (error) => error.status !== 404 };

/** Sends a code to a signed-out person (AUTH-32). */
export const sendCode = async (username: string): Promise<SentCode> =>
  toSentCode(await post(`${FORGOTTEN_PASSWORD_PATH}/send_confirm_code/`, { username }, { anonymous: true }));

/** Sends a code to the signed-in person (AUTH-47). */
export const sendOwnCode = async (): Promise<SentCode> =>
  toSentCode(await post(`${OWN_FORGOTTEN_PASSWORD_PATH}/send_confirm_code/`, undefined));

/** Checks a code (AUTH-35). @returns the token that permits a new password; null if the answer has no token */
export const confirmCode = async (username: string, code: string): Promise<string | null> =>
  decodeToken(
    await post(
      `${FORGOTTEN_PASSWORD_PATH}/confirm_reset_password/`,
      { confirm_code: code, username },
      { ...codeCallOptions, anonymous: true },
    ),
  );

/** Checks a code of the signed-in person (AUTH-48). @returns null if the session token permits the new password (AUTH-50) */
export const confirmOwnCode = async (code: string): Promise<string | null> =>
  decodeToken(
    await post(`${OWN_FORGOTTEN_PASSWORD_PATH}/confirm_reset_password/`, { confirm_code: code }, codeCallOptions),
  );

/** Requests the profile after a 401: with a dead session token that 401 leads to the sign-in page (AUTH-77). */
export async function recheckTokenOn401<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (isStatusError(error, 401)) await request(PROFILE_PATH, { report: false });
    throw error;
  }
}

/** Sets a new password (AUTH-57). @param token token of an invitation or a recovery; null for the session token */
export async function submitPassword(password: string, token: string | null): Promise<void> {
  const send = () => request(SET_PASSWORD_PATH, { method: 'POST', body: { password }, ...(token ? { token } : {}) });
  await (token ? send() : recheckTokenOn401(send));
}

/** The owner of an invitation or recovery token. */
export type TokenOwner = Pick<Profile, 'first_name' | 'last_name' | 'phone_number' | 'avatar' | 'company'>;

/** Loads the owner of a token (AUTH-54). @throws RequestError with status 401 for a dead token (AUTH-55) */
export async function loadTokenOwner(token: string): Promise<TokenOwner> {
  const owner = await ask(PROFILE_PATH, decodeProfile, { token });
  if (!owner) throw new RequestError(text('engine.noData'), 0, null, PROFILE_PATH, null);
  return owner;
}

/** A rate limit: its message and waiting time. */
export interface CodeWait {
  message: string;
  /** Null if the server does not name it. */
  seconds: number | null;
  username: string;
}

/** Waiting time if the server does not name one, seconds. */
export const DEFAULT_WAIT_SECONDS = 60;

/** Reads the waiting time from a 403 of sending or checking a code (AUTH-41, AUTH-43); null for any other error. */
export function readWait(error: unknown): CodeWait | null {
  if (!(error instanceof RequestError) || error.status !== 403) return null;
  const { username, cooldown } = toSentCode(error.body);
  const detail = error.body?.detail ?? error.body?.error;
  const seconds = error.body?.cooldown_seconds === undefined ? null : cooldown;
  return { message: typeof detail === 'string' ? detail : text('recovery.limit'), seconds, username };
}

/** Whether a call failed with this status. */
export function isStatusError(error: unknown, status: number): boolean {
  return error instanceof RequestError && error.status === status;
}
