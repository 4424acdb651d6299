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

/** A code was sent. */
export interface SentCode {
  /** The phone it went to, `+7XXXXXXXXXX`; empty when the server does not say. */
  username: string;
  /** Seconds until another one may be asked for. */
  cooldown: number;
}

function readSent(body: unknown): SentCode {
  const { username, seconds } = decodeCooldown(body);
  return { username, cooldown: wholeSeconds(seconds) };
}

const wholeSeconds = (value: unknown): number => Math.max(0, Math.ceil(Number(value) || 0));

const post = (path: string, body: unknown, options: RequestOptions = {}) =>
  request(path, { ...options, method: 'POST', body });

/** A wrong code has one wording, whatever the server's (AUTH-44, G-25); the form of the code tells it itself. */
const notWrongCode: RequestOptions = { report: (error) => error.status !== 404 };

/** Sends a code to a signed-out person (AUTH-32). */
export const sendCode = async (username: string): Promise<SentCode> =>
  readSent(await post(`${FORGOTTEN_PASSWORD_PATH}/send_confirm_code/`, { username }, { anonymous: true }));

/** Sends a code to the signed-in person (AUTH-47). */
export const sendOwnCode = async (): Promise<SentCode> =>
  readSent(await post(`${OWN_FORGOTTEN_PASSWORD_PATH}/send_confirm_code/`, undefined));

/** Checks a code (AUTH-35). @returns the token that permits a new password; null if the answer has no token */
export const confirmCode = async (username: string, code: string): Promise<string | null> =>
  decodeToken(
    await post(
      `${FORGOTTEN_PASSWORD_PATH}/confirm_reset_password/`,
      { confirm_code: code, username },
      { ...notWrongCode, anonymous: true },
    ),
  );

/** The same for the signed-in person (AUTH-48); without a token in the answer the stored one permits it (AUTH-50). */
export const confirmOwnCode = async (code: string): Promise<string | null> =>
  decodeToken(
    await post(`${OWN_FORGOTTEN_PASSWORD_PATH}/confirm_reset_password/`, { confirm_code: code }, notWrongCode),
  );

/** Tells a dead stored token from anything else: the profile's 401 leads to the sign-in page (AUTH-77). */
export async function withOwnToken<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (failedWith(error, 401)) await request(PROFILE_PATH, { report: false });
    throw error;
  }
}

/** Sets a new password (AUTH-57). @param token of an invitation or a recovery; null: the stored one */
export async function setPassword(password: string, token: string | null): Promise<void> {
  const send = () => request(SET_PASSWORD_PATH, { method: 'POST', body: { password }, ...(token ? { token } : {}) });
  await (token ? send() : withOwnToken(send));
}

/** The owner of an invitation or recovery token. */
export type TokenOwner = Pick<Profile, 'first_name' | 'last_name' | 'phone_number' | 'avatar' | 'company'>;

/** Looks the owner of a token up (AUTH-54). @throws RequestError with status 401 for a dead token (AUTH-55) */
export async function loadTokenOwner(token: string): Promise<TokenOwner> {
  const owner = await ask(PROFILE_PATH, decodeProfile, { token });
  if (!owner) throw new RequestError(text('engine.noData'), 0, null, PROFILE_PATH, null);
  return owner;
}

/** A refusal that asks to wait: what it says and for how many seconds. */
export interface Wait {
  message: string;
  /** Null when the server does not say. */
  seconds: number | null;
  username: string;
}

/** How long one waits when the server asks for it and does not say, seconds. */
export const SOME_WAIT = 60;

/** The wait that a 403 of sending or checking asks for (AUTH-41, AUTH-43); null for any other failure. */
export function readWait(error: unknown): Wait | null {
  if (!(error instanceof RequestError) || error.status !== 403) return null;
  const { username, cooldown } = readSent(error.body);
  const said = error.body?.detail ?? error.body?.error;
  const seconds = error.body?.cooldown_seconds === undefined ? null : cooldown;
  return { message: typeof said === 'string' ? said : text('recovery.limit'), seconds, username };
}

/** Whether a call failed with this status. */
export function failedWith(error: unknown, status: number): boolean {
  return error instanceof RequestError && error.status === status;
}
