import { generate } from 'otplib';
import { SECOND_FACTOR_PATH, SECOND_STEP_PATH, type SecondStep } from '#resources/protocol/access/second-factor.ts';
import { signInAnswer } from '#resources/protocol/access/sign-in.ts';
import { Authenticator } from './authenticator.ts';
import type { Person } from './people.ts';
import { type Answer, PASSWORD, type TestApp } from './test-app.ts';

/** Where passkeys of a test's app are good: its calls come to `localhost`. */
export const ORIGIN = 'http://localhost';
export const HOST = { host: 'localhost' };

/** A code of an app, at the moment of the app under test or some seconds beside it. */
export const codeOf = (app: Pick<TestApp, 'now'>, secret: string, beside = 0) =>
  generate({ secret, epoch: Math.floor(app.now().getTime() / 1000) + beside });

/** Sets an app up. @returns its key, and the recovery codes where it is the first factor */
export async function addApp(app: TestApp, person: Person): Promise<{ secret: string; recovery: string[] }> {
  const begun = await person.post(`${SECOND_FACTOR_PATH}totp/`);
  const secret = String(begun.body.secret);
  const done = await person.post(`${SECOND_FACTOR_PATH}totp/confirm/`, { code: await codeOf(app, secret) });
  if (done.status !== 200) throw new Error(done.text);
  return { secret, recovery: (done.body.recovery_codes ?? []) as unknown as string[] };
}

/** Makes a passkey. @returns the authenticator that keeps it, and the recovery codes where it is the first factor */
export async function addPasskey(
  app: TestApp,
  person: Person,
  name = 'Ключ',
): Promise<{ key: Authenticator; recovery: string[] }> {
  const key = new Authenticator(ORIGIN);
  const post = (url: string, body?: unknown) => app.call('POST', { url, body }, person.token, HOST);
  const { body } = await post(`${SECOND_FACTOR_PATH}passkeys/`);
  const response = key.make((body.options ?? {}) as object);
  const done = await post(`${SECOND_FACTOR_PATH}passkeys/confirm/`, { name, response });
  if (done.status !== 200) throw new Error(done.text);
  return { key, recovery: (done.body.recovery_codes ?? []) as unknown as string[] };
}

/** Types the password, and nothing more. */
export async function firstStep(app: TestApp, { phone }: Pick<Person, 'phone'>): Promise<SecondStep> {
  const body = { username: phone, password: PASSWORD };
  const answer = await app.call('POST', { url: '/api/auth', body }, null, HOST);
  const { token, second_factor } = signInAnswer.parse(answer.body);
  if (token !== null || !second_factor) throw new Error(`No second step is asked for: ${answer.text}`);
  return second_factor;
}

/** Makes the second step. */
export const secondStep = (app: TestApp, body: unknown): Promise<Answer> =>
  app.call('POST', { url: SECOND_STEP_PATH, body }, null, HOST);

/** Asks what a passkey is to sign. */
export async function passkeyOptions(app: TestApp, pending: string): Promise<object> {
  const { body } = await app.call('POST', { url: `${SECOND_STEP_PATH}passkey/`, body: { pending } }, null, HOST);
  return (body.options ?? {}) as object;
}
