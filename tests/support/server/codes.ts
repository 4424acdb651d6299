import type { Answer, TestApp } from './test-app.ts';

/** Paths of the calls about codes by SMS and passwords. */
export const SEND = '/api/anonymous/forgot_pass/send_confirm_code/';
export const CONFIRM = '/api/anonymous/forgot_pass/confirm_reset_password/';
export const SEND_OWN = '/api/authorized/forgot_pass/send_confirm_code/';
export const CONFIRM_OWN = '/api/authorized/forgot_pass/confirm_reset_password/';
export const SET_PASSWORD = '/api/crm/profile/set_password/';

/** The last message to a phone, out of the outbox. */
export async function lastMessage(app: TestApp, phone: string): Promise<string> {
  const { list } = await app.call('GET', '/dev/outbox');
  return String(list.find(({ to }) => String(to) === phone)?.text ?? '');
}

/** The code of the last message to a phone. */
export async function lastCode(app: TestApp, phone: string): Promise<string> {
  const code = /\d{6}/.exec(await lastMessage(app, phone))?.[0];
  if (!code) throw new Error('No code was sent');
  return code;
}

/** Another code of six digits. */
export function otherThan(code: string, by = 1): string {
  return String((Number(code) + by) % 1_000_000).padStart(6, '0');
}

/** Asks for a code of recovery, from an address of its own where one is given. */
export function sendCode(app: TestApp, username: unknown, address?: string): Promise<Answer> {
  return app.call('POST', { url: SEND, body: { username } }, null, address ? { 'x-forwarded-for': address } : {});
}

/** Tries a code of recovery. */
export function confirmCode(app: TestApp, username: unknown, confirm_code: unknown, address?: string): Promise<Answer> {
  const headers = address ? { 'x-forwarded-for': address } : {};
  return app.call('POST', { url: CONFIRM, body: { username, confirm_code } }, null, headers);
}

/** The token of a recovery, by a code that was sent and typed. */
export async function recoveryToken(app: TestApp, phone: string): Promise<string> {
  await sendCode(app, phone);
  const { body } = await confirmCode(app, phone, await lastCode(app, phone));
  return String(body.data?.token);
}
