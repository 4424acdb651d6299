import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { request } from '#console/data/http/http.ts';
import { browserAndSystem } from '#console/sections/profile/session-list.tsx';
import { PasswordHost } from '#console/shell/password-host.tsx';
import { serveAnswers } from '#tests/support/console/server.ts';
import { renderOnStage } from '#tests/support/console/stage.tsx';

const CONFIRM = 'POST /api/authorized/confirm_password/';
const EXPORT = '/api/authorized/exports/residents/';
const NEEDED = {
  status: 403,
  json: { detail: 'Подтвердите действие своим паролем', code: 'confirm_needed', request_id: 'r' },
};

/** A server that wants the password before the call. */
function guarded() {
  let confirmed = false;
  return serveAnswers({
    [`POST ${EXPORT}`]: () => (confirmed ? { status: 204 } : NEEDED),
    [CONFIRM]: ({ body }) => {
      confirmed = (body as { password: string }).password === 'Right2026!';
      return confirmed ? { status: 204 } : { status: 400, json: { password: ['Неверный пароль'], request_id: 'r' } };
    },
  });
}

test('a call that needs the password asks for it and goes on by itself; two at once ask once', async () => {
  const server = guarded();
  renderOnStage(<PasswordHost />);
  const calls = Promise.all([request(EXPORT, { method: 'POST' }), request(EXPORT, { method: 'POST' })]);
  const field = await screen.findByLabelText('Пароль');
  await userEvent.click(screen.getByRole('button', { name: 'Подтвердить' }));
  expect(await screen.findByText('обязательное поле')).toBeVisible();
  await userEvent.type(field, 'Wrong2026!');
  await userEvent.click(screen.getByRole('button', { name: 'Подтвердить' }));
  expect(await screen.findByText('Неверный пароль')).toBeVisible();
  await userEvent.clear(field);
  await userEvent.type(field, 'Right2026!{Enter}');
  await calls;
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.callsTo(CONFIRM)).toHaveLength(2);
  expect(server.callsTo(`POST ${EXPORT}`)).toHaveLength(4);
});

test('who gives up is told that the password is needed, and nothing is called again', async () => {
  const server = guarded();
  renderOnStage(<PasswordHost />);
  const call = request(EXPORT, { method: 'POST', report: false });
  call.catch(() => undefined);
  await screen.findByLabelText('Пароль');
  await userEvent.click(screen.getByRole('button', { name: /отмен/i }));
  await expect(call).rejects.toMatchObject({ status: 403, message: 'Подтвердите действие своим паролем' });
  expect(server.callsTo(`POST ${EXPORT}`)).toHaveLength(1);
});

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0 YaBrowser/24.10 Safari/537.36',
    'Яндекс Браузер, Windows',
  ],
  ['Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36', 'Chrome, Android'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1', 'Safari, iOS'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox, Linux'],
  ['curl/8.0', ''],
  [null, ''],
])('%s is %s', (agent, name) => {
  expect(browserAndSystem(agent)).toBe(name);
});
