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

/** Proof of the second factor in wire names. */
type SecondStepProof = { way: 'totp' | 'recovery'; code: string } | { way: 'passkey'; response: unknown };

/** Wrong codes and an expired step are shown at the input, not in the global alert. */
const SHOWN_AT_INPUT: ReadonlySet<number> = new Set([400, 401]);
const postOptions: RequestOptions = { method: 'POST', report: ({ status }) => !SHOWN_AT_INPUT.has(status) };
/** Options with the token of a person who still has to set up a second factor; null uses the stored token. */
const withToken = (token: string | null): RequestOptions => (token === null ? postOptions : { ...postOptions, token });

/**
 * Completes the second step of signing in.
 * @throws RequestError 400 for a wrong proof, 401 when the step has expired
 */
export const submitSecondStep = (pending: string, proof: SecondStepProof) =>
  ask(SECOND_STEP_PATH, decodeFinishedStep, { ...postOptions, anonymous: true, body: { pending, ...proof } });

/** Requests the challenge that a passkey signs in the second step. */
export const loadPasskeyChallenge = (pending: string) =>
  ask(`${SECOND_STEP_PATH}passkey/`, decodePasskeyOptions, { ...postOptions, anonymous: true, body: { pending } });

/** Loads the second factor of the signed-in person. */
export const loadSecondFactor = (signal?: AbortSignal) => ask(SECOND_FACTOR_PATH, decodeOwnFactor, { signal });

/** Loads whether passkeys can be created, for a person who still has to set up a second factor. */
export const loadEnrolment = (token: string) => ask(SECOND_FACTOR_PATH, decodeOwnFactor, { token });

/**
 * Starts the setup of an authenticator app.
 * @param token of a person who still has to set it up; null: the stored one
 */
export const startAppSetup = (token: string | null) =>
  ask(`${SECOND_FACTOR_PATH}totp/`, decodeAppKey, withToken(token));

/** Confirms an authenticator app with its first code. */
export const confirmApp = (token: string | null, code: string) =>
  ask(`${SECOND_FACTOR_PATH}totp/confirm/`, decodeEnrolment, { ...withToken(token), body: { code } });

/** Starts the creation of a passkey. */
export const startPasskeySetup = (token: string | null) =>
  ask(`${SECOND_FACTOR_PATH}passkeys/`, decodePasskeyOptions, withToken(token));

/** Registers a passkey that the browser has created. */
export const confirmPasskey = (token: string | null, name: string, response: unknown) =>
  ask(`${SECOND_FACTOR_PATH}passkeys/confirm/`, decodeEnrolment, { ...withToken(token), body: { name, response } });

/**
 * Removes a factor.
 * @param passkey id; null removes the app
 * @param proof the password, or a code of the app
 */
export const removeSecondFactor = (passkey: number | null, proof: { password: string } | { code: string }) =>
  request(`${SECOND_FACTOR_PATH}remove/`, { ...postOptions, body: { passkey, ...proof } });

/** Requests ten new recovery codes. */
export const createRecoveryCodes = () =>
  ask(`${SECOND_FACTOR_PATH}recovery-codes/`, decodeEnrolment, { method: 'POST' });

/** Loads the levels that require a second factor. */
export const loadSecondFactorPolicy = (signal?: AbortSignal) =>
  ask(SECOND_FACTOR_POLICY_PATH, decodePolicy, { signal });

/**
 * Saves the levels that require a second factor.
 * @throws RequestError 409 when another person has saved since; already reported
 */
export const saveSecondFactorPolicy = (levels: readonly SecondFactorLevel[], version: string | null) =>
  ask(SECOND_FACTOR_POLICY_PATH, decodePolicy, {
    method: 'PUT',
    body: { levels, ...(version === null ? {} : { version }) },
  });

/** The message of a failed call for one of the fields, else its general message. */
export function callErrorMessage(error: unknown, ...fields: readonly string[]): string {
  if (!(error instanceof RequestError)) throw error;
  return fields.flatMap((field) => sentences(error.body?.[field]))[0] ?? error.message;
}
