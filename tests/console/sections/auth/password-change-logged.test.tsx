import { screen } from '@testing-library/react';
import { onTokenError } from '#console/data/http/token-error.ts';
import { session } from '#console/data/session/session.ts';
import { takeSignInNote } from '#console/data/session/sign-in-note.ts';
import { loadAddress } from '#console/sections/auth/leave.ts';
import { openAccessPage } from '#tests/support/console/access-page.tsx';
import { pass, stopClock } from '#tests/support/console/clock.ts';
import { type MadeUpServer, serveAnswers } from '#tests/support/console/server.ts';

jest.mock('#console/sections/auth/leave.ts', () => ({ loadAddress: jest.fn() }));

const SEND = 'POST /api/authorized/forgot_pass/send_confirm_code/';
const CONFIRM = 'POST /api/authorized/forgot_pass/confirm_reset_password/';
const SET = 'POST /api/crm/profile/set_password/';

let user: ReturnType<typeof stopClock>;
let server: MadeUpServer;

beforeEach(() => {
  jest.mocked(loadAddress).mockClear();
  user = stopClock();
  session.token.set('stored');
  server = serveAnswers({
    [SEND]: { json: { data: { username: '+79162041538', cooldown_seconds: 60 } } },
    [CONFIRM]: { json: { data: { username: '+79162041538' } } },
    [SET]: { json: { params: { user: 7 } } },
  });
});
afterEach(() => jest.useRealTimers());

async function open() {
  openAccessPage('/password-change-logged');
  await pass(0);
}

async function typeCode() {
  await user.type(screen.getByLabelText('Код подтверждения'), '123456');
  await pass(0);
}

async function typePasswords() {
  await user.type(screen.getByLabelText('Задайте пароль'), 'Novyi2026!');
  await user.type(screen.getByLabelText('Повторите'), 'Novyi2026!{Enter}');
  await pass(0);
}

describe('/password-change-logged', () => {
  test('AUTH-47: asks for the code on opening, once even when mounted twice, without a body', async () => {
    await open();
    await pass(10_000);
    expect(server.calls.map(({ method, url }) => `${method} ${url}`)).toEqual([SEND]);
    expect(server.calls[0]).toMatchObject({ body: null, headers: { authorization: 'Token stored' } });
    expect(screen.getByText('+7 (916) 204-15-38')).toBeVisible();
    expect(screen.getByRole('timer')).toHaveTextContent('через 00:50');
  });

  test('AUTH-48: the code is checked with confirm_code alone; then comes the form of the new password', async () => {
    await open();
    await typeCode();
    expect(server.callsTo(CONFIRM)).toHaveLength(1);
    expect(server.callsTo(CONFIRM)[0]).toMatchObject({
      body: { confirm_code: '123456' },
      headers: { authorization: 'Token stored' },
    });
    expect(screen.getByLabelText('Задайте пароль')).toBeVisible();
  });

  test('AUTH-49: after the change the person is signed out and led to /auth', async () => {
    session.chatToken.set({ token: 'c', expires: 'x' });
    await open();
    await typeCode();
    await typePasswords();
    expect(loadAddress).toHaveBeenCalledWith('/auth');
    expect(takeSignInNote()).toBe('passwordChanged');
    expect(localStorage.getItem('home-moderator')).toBeNull();
    expect(localStorage.getItem('chat-token')).toBeNull();
  });

  test('AUTH-50: the password is set with the stored token when the answer names none', async () => {
    await open();
    await typeCode();
    await typePasswords();
    expect(server.callsTo(SET)[0]).toMatchObject({
      body: { password: 'Novyi2026!' },
      headers: { authorization: 'Token stored' },
    });
  });

  test('AUTH-50: the password is set with the token of the answer when there is one', async () => {
    // The backend in the box names none; another server may (AUTH-50).
    server.answer(CONFIRM, { json: { data: { token: 'for-the-change' } }, malformed: true });
    await open();
    await typeCode();
    await typePasswords();
    expect(server.callsTo(SET)[0]?.headers.authorization).toBe('Token for-the-change');
  });

  test('AUTH-41: a 403 on opening shows its countdown, and an earlier code may still be typed', async () => {
    const detail = 'Превышен лимит попыток, необходимо подождать';
    server.answer(SEND, { status: 403, json: { detail, cooldown_seconds: 40, username: '+79162041538' } });
    await open();
    expect(screen.getByRole('timer')).toHaveTextContent('через 00:40');
    await typeCode();
    expect(server.callsTo(CONFIRM)).toHaveLength(1);
  });

  test('AUTH-76, AUTH-77: a dead token leads to the sign-in page, which leads back', async () => {
    const left: string[] = [];
    onTokenError((address) => left.push(address));
    server.answer(SEND, { status: 401, json: { detail: 'Войдите в систему' } });
    server.answer('GET /api/crm/profile/current/', { status: 401, json: { detail: 'Войдите в систему' } });
    await open();
    expect(left).toEqual(['/auth?redirectPage=/password-change-logged']);
    expect(session.token.get()).toBeNull();
  });
});
