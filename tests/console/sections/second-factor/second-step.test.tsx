import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { sendSignIn } from '#console/boot/sign-in-call.ts';
import { keepSecondStep, pendingSecondStep } from '#console/data/session/second-step.ts';
import { session } from '#console/data/session/session.ts';
import type { SecondStep } from '#resources/protocol/access/second-factor.ts';
import { openAccessPage } from '#tests/support/console/access-page.tsx';
import { serveAnswers } from '#tests/support/console/server.ts';

const STEP = 'POST /api/anonymous/second-factor/';
const REFUSED = { detail: 'Время на второй шаг вышло', code: 'second_step_over', request_id: 'x' };

function keep(step: Partial<SecondStep> = {}) {
  keepSecondStep({ pending: 'p', expires_in: 300, enrol: false, ways: ['totp', 'recovery'], ...step }, '79000000004');
}

test('the sign-in form learns of a second step from the answer, and of none from a server that has no such thing', async () => {
  const step = { pending: 'p', expires_in: 300, enrol: false, ways: ['totp', 'other'] };
  serveAnswers({ 'POST /api/auth': { json: { role: 'admin', token: null, second_factor: step }, malformed: true } });
  expect((await sendSignIn('+79000000001', 'secret')).secondStep).toEqual({ ...step, ways: ['totp'] });
  serveAnswers({ 'POST /api/auth': { json: { role: 'admin', token: 'abc' } } });
  expect((await sendSignIn('+79000000001', 'secret')).secondStep).toBeNull();
});

test('a wrong code is told under the field, which is emptied; nobody is signed in', async () => {
  keep();
  const server = serveAnswers({ [STEP]: { status: 400, json: { code: ['Неверный код'], request_id: 'x' } } });
  const user = userEvent.setup();
  openAccessPage('/second-step');
  const field = await screen.findByLabelText('Код из приложения');
  await user.type(field, '123456');
  expect(await screen.findByText('Неверный код')).toBeInTheDocument();
  expect(field).toHaveValue('');
  expect(server.callsTo(STEP).map(({ body }) => body)).toEqual([{ pending: 'p', way: 'totp', code: '123456' }]);
  expect(session.token.get()).toBeNull();
});

test('when it is too late the page leads back to the form, and keeps nothing', async () => {
  keep();
  const server = serveAnswers({ [STEP]: { status: 401, json: REFUSED } });
  const user = userEvent.setup();
  openAccessPage('/second-step?redirectPage=/cameras');
  await user.click(await screen.findByRole('button', { name: 'Код восстановления' }));
  await user.click(screen.getByRole('button', { name: 'Войти' }));
  expect(await screen.findByText('обязательное поле')).toBeInTheDocument();
  await user.type(screen.getByLabelText('Код восстановления'), 'k7wd-39nf-xq2m{Enter}');
  expect(await screen.findByRole('heading', { name: 'Время вышло' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Вернуться ко входу' })).toHaveAttribute(
    'href',
    '/auth?redirectPage=/cameras',
  );
  expect(server.callsTo(STEP)).toHaveLength(1);
  expect(pendingSecondStep()).toBeNull();
});

test('a step that was never begun, or waits for too long, is over at once', async () => {
  serveAnswers();
  openAccessPage('/second-step').unmount();
  keep({ expires_in: -1 });
  openAccessPage('/second-step');
  expect(await screen.findByRole('heading', { name: 'Время вышло' })).toBeInTheDocument();
});

test('who has no way left here is told whom to ask', async () => {
  // This browser knows no passkeys.
  keep({ ways: ['passkey'] });
  serveAnswers();
  openAccessPage('/second-step');
  expect(await screen.findByText(/Попросите администратора/)).toBeInTheDocument();
});

test('who has to set it up is offered the app alone where passkeys cannot be made, and sees the codes before going on', async () => {
  keep({ enrol: true, ways: [] });
  const codes = Array.from({ length: 10 }, (_, at) => `k7wd-39nf-xq2${'abcdefghjk'[at]}`);
  const own = '/api/authorized/second-factor/';
  const server = serveAnswers({
    [`GET ${own}`]: {
      json: { totp: null, passkeys: [], recovery_left: 0, required: true, passkeys_possible: false },
    },
    [`POST ${own}totp/`]: { json: { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXP' } },
    [`POST ${own}totp/confirm/`]: { json: { recovery_codes: codes, role: 'employee', token: 'fresh' } },
  });
  const user = userEvent.setup();
  openAccessPage('/second-step');
  await user.click(await screen.findByRole('button', { name: /^Приложение с кодами/ }));
  expect(screen.queryByRole('button', { name: /^Ключ доступа/ })).toBeNull();
  expect(await screen.findByRole('img', { name: /QR-код/ })).toBeInTheDocument();
  await user.type(screen.getByLabelText('Код из приложения'), '123456');
  expect(await screen.findByText(String(codes[9]))).toBeInTheDocument();
  // The pending token of the first step, and not the stored one of somebody else.
  expect(server.calls.map(({ headers }) => headers.authorization)).toEqual(server.calls.map(() => 'Token p'));
  await waitFor(() => expect(session.token.get()).toBeNull());
});
