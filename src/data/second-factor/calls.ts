import { sentences } from '#console/data/http/failures.ts';
import { ask, type RequestOptions, request } from '#console/data/http/http.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import {
  SECOND_FACTOR_PATH,
  SECOND_FACTOR_POLICY_PATH,
  SECOND_STEP_PATH,
  type SecondFactorLevel,
} from '#resources/protocol/access/second-factor.ts';
import {
  decodeAppKey,
  decodeEnrolment,
  decodeFinishedStep,
  decodeOwnFactor,
  decodePasskeyOptions,
  decodePolicy,
} from '#resources/protocol/access/second-factor-answers.ts';

/** The body of the second step of signing in, in wire names. */
type Proof = { way: 'totp' | 'recovery'; code: string } | { way: 'passkey'; response: unknown };

/** Wrong codes, and a step that is over, are told where they were typed. */
const TOLD: ReadonlySet<number> = new Set([400, 401]);
const postOptions: RequestOptions = { method: 'POST', report: ({ status }) => !TOLD.has(status) };
/** With the token of a person still to set a second factor up; else with the stored one. */
const by = (token: string | null): RequestOptions => (token === null ? postOptions : { ...postOptions, token });

/** Makes the second step of signing in. @throws RequestError 400 for what is not right, 401 when it is too late */
export const makeSecondStep = (pending: string, shown: Proof) =>
  ask(SECOND_STEP_PATH, decodeFinishedStep, { ...postOptions, anonymous: true, body: { pending, ...shown } });

/** Asks for the challenge that a passkey signs in the second step. */
export const loadPasskeyChallenge = (pending: string) =>
  ask(`${SECOND_STEP_PATH}passkey/`, decodePasskeyOptions, { ...postOptions, anonymous: true, body: { pending } });

/** One's own second factor. */
export const lookAtFactor = (signal?: AbortSignal) => ask(SECOND_FACTOR_PATH, decodeOwnFactor, { signal });

/** Whether passkeys can be made here, for a person still to set a second factor up. */
export const lookAtEnrolment = (token: string) => ask(SECOND_FACTOR_PATH, decodeOwnFactor, { token });

/** Begins to set an app up. @param token of a person still to set it up; null: the stored one */
export const beginApp = (token: string | null) => ask(`${SECOND_FACTOR_PATH}totp/`, decodeAppKey, by(token));

/** The first code of an app. */
export const confirmApp = (token: string | null, code: string) =>
  ask(`${SECOND_FACTOR_PATH}totp/confirm/`, decodeEnrolment, { ...by(token), body: { code } });

/** Begins to make a passkey. */
export const beginPasskey = (token: string | null) =>
  ask(`${SECOND_FACTOR_PATH}passkeys/`, decodePasskeyOptions, by(token));

/** A passkey that the browser made. */
export const confirmPasskey = (token: string | null, name: string, response: unknown) =>
  ask(`${SECOND_FACTOR_PATH}passkeys/confirm/`, decodeEnrolment, { ...by(token), body: { name, response } });

/** Takes a factor away. @param passkey null: the app @param proof the password, or a code of the app */
export const removeFactor = (passkey: number | null, proof: { password: string } | { code: string }) =>
  request(`${SECOND_FACTOR_PATH}remove/`, { ...postOptions, body: { passkey, ...proof } });

/** Ten other recovery codes. */
export const newRecoveryCodes = () => ask(`${SECOND_FACTOR_PATH}recovery-codes/`, decodeEnrolment, { method: 'POST' });

/** The levels that must have a second factor. */
export const lookAtPolicy = (signal?: AbortSignal) => ask(SECOND_FACTOR_POLICY_PATH, decodePolicy, { signal });

/** Saves these levels. @throws RequestError 409 where another person has saved since, told by the alert */
export const savePolicy = (levels: readonly SecondFactorLevel[], version: string | null) =>
  ask(SECOND_FACTOR_POLICY_PATH, decodePolicy, {
    method: 'PUT',
    body: { levels, ...(version === null ? {} : { version }) },
  });

/** The message of a failed call about a field; its general message where it has none. */
export function callMistake(error: unknown, ...fields: readonly string[]): string {
  if (!(error instanceof RequestError)) throw error;
  return fields.flatMap((field) => sentences(error.body?.[field]))[0] ?? error.message;
}
