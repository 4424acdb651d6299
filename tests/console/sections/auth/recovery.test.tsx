import { fireEvent, screen } from '@testing-library/react';
import { session } from '#console/data/session/session.ts';
import { address, openAccessPage } from '#tests/support/console/access-page.tsx';
import { pass, stopClock } from '#tests/support/console/clock.ts';
import { profileOf } from '#tests/support/console/profiles.ts';
import { type MadeUpServer, serveAnswers } from '#tests/support/console/server.ts';

const SEND = 'POST /api/anonymous/forgot_pass/send_confirm_code/';
const CONFIRM = 'POST /api/anonymous/forgot_pass/confirm_reset_password/';
const PHONE = '+79162041538';

let user: ReturnType<typeof stopClock>;
let server: MadeUpServer;

beforeEach(() => {
  user = stopClock();
  server = serveAnswers({
    [SEND]: { json: { data: { username: PHONE, cooldown_seconds: 3 } } },
    [CONFIRM]: { json: { data: { token: 't o/k' } } },
    'GET /api/crm/profile/current/': { json: profileOf({ phone_number: PHONE }) },
  });
});
afterEach(() => jest.useRealTimers());

const sendButton = () => screen.queryByRole('button', { name: 'Отправить код подтверждения' });
const resendButton = () => screen.getByRole('button', { name: 'Отправить ещё раз' });
const code = () => screen.getByLabelText('Код подтверждения');

async function typePhone(text = '9162041538') {
  await user.type(screen.getByLabelText('Телефон'), text);
  await pass(0);
}

async function askForCode() {
  openAccessPage('/confirmation');
  await typePhone();
  fireEvent.click(screen.getByRole('button', { name: 'Отправить код подтверждения' }));
  await pass(0);
}

describe('/confirmation, the phone', () => {
  test('AUTH-30, AUTH-31: a hint stands in place of the button until the phone is valid', async () => {
    openAccessPage('/confirmation');
    expect(screen.getByText('Введите телефон')).toBeVisible();
    await typePhone('916204153');
    expect(screen.getByLabelText('Телефон')).toHaveValue('+7 (916) 204-15-3');
    expect(sendButton()).toBeNull();
    await typePhone('8');
    expect(sendButton()).toBeVisible();
    expect(screen.queryByText('Введите телефон')).toBeNull();
  });

  test('AUTH-15, AUTH-31: ten digits that are no Russian number bring no button, and say so when the field is left', async () => {
    openAccessPage('/confirmation');
    await typePhone('0000000000');
    expect(sendButton()).toBeNull();
    await user.tab();
    expect(screen.getByText('введите корректный номер')).toBeVisible();
  });

  test('AUTH-32, API-03: the code is asked for without a token, also when one is stored', async () => {
    session.token.set('stored');
    await askForCode();
    expect(server.calls).toHaveLength(1);
    expect(server.calls[0]).toMatchObject({ body: { username: PHONE } });
    expect(server.calls[0]?.headers).not.toHaveProperty('authorization');
  });

  test('AUTH-33: the answer opens the second step, with the phone the code went to', async () => {
    await askForCode();
    expect(screen.getByRole('heading', { name: 'Код из СМС' })).toBeVisible();
    expect(screen.getByText('+7 (916) 204-15-38')).toBeVisible();
  });

  test('AUTH-41: a 403 puts the step into the cooldown state with its countdown; who has a code may type it', async () => {
    const detail = 'Превышен лимит попыток, необходимо подождать';
    server.answer(SEND, { status: 403, json: { detail, cooldown_seconds: 65, username: PHONE } });
    await askForCode();
    expect(screen.getAllByText(detail).length).toBeGreaterThan(0);
    expect(screen.getByRole('timer')).toHaveTextContent('через 01:05');
    expect(sendButton()).toHaveAttribute('aria-disabled', 'true');
    await user.click(screen.getByRole('button', { name: 'Отправить код подтверждения' }));
    expect(server.callsTo(SEND)).toHaveLength(1);
    await pass(5_000);
    expect(screen.getByRole('timer')).toHaveTextContent('через 01:00');
    await user.click(screen.getByRole('button', { name: 'У меня уже есть код' }));
    expect(code()).toBeVisible();
    expect(screen.getByRole('timer')).toHaveTextContent('через 01:00');
  });

  test('AUTH-41: when the countdown has ended the code may be asked for again', async () => {
    server.answer(SEND, { status: 403, json: { detail: 'x', cooldown_seconds: 2, username: PHONE } });
    await askForCode();
    await pass(2_000);
    expect(sendButton()).not.toHaveAttribute('aria-disabled');
  });

  test('AUTH-42: an unknown phone is told at the phone', async () => {
    server.answer(SEND, { status: 404, json: { detail: 'Пользователя с таким номером телефона нет в системе' } });
    await askForCode();
    const phone = screen.getByLabelText('Телефон');
    expect(phone).toBeInvalid();
    expect(phone).toHaveAccessibleDescription('Пользователя с таким номером телефона нет в системе');
  });
});

describe('/confirmation, the code', () => {
  test('AUTH-34: the field has the mask 999-999 and takes digits only', async () => {
    await askForCode();
    await user.type(code(), '12a345');
    expect(code()).toHaveValue('123-45');
    await user.type(code(), '{Backspace}{Backspace}');
    expect(code()).toHaveValue('123');
  });

  test('AUTH-35, AUTH-36: six digits are sent by themselves, once, without the dash', async () => {
    await askForCode();
    await user.type(code(), '12345');
    await pass(60_000);
    expect(server.callsTo(CONFIRM)).toHaveLength(0);
    await user.type(code(), '6');
    await user.keyboard('{Enter}7');
    await pass(0);
    expect(server.callsTo(CONFIRM)).toHaveLength(1);
    expect(server.callsTo(CONFIRM)[0]?.body).toEqual({ confirm_code: '123456', username: PHONE });
    expect(server.callsTo(CONFIRM)[0]?.headers).not.toHaveProperty('authorization');
  });

  test('AUTH-35: a pasted code is sent as well', async () => {
    await askForCode();
    await user.click(code());
    await user.paste('Код: 123-456.');
    await pass(0);
    expect(server.callsTo(CONFIRM)[0]?.body).toMatchObject({ confirm_code: '123456' });
  });

  test('AUTH-37, AUTH-38, AUTH-39: another code may be asked for when the countdown mm:ss has ended', async () => {
    server.answer(SEND, { json: { data: { username: PHONE, cooldown_seconds: 61 } } });
    await askForCode();
    expect(screen.getByRole('timer')).toHaveTextContent('через 01:01');
    expect(resendButton()).toHaveAttribute('aria-disabled', 'true');
    await user.click(resendButton());
    expect(server.callsTo(SEND)).toHaveLength(1);
    await pass(1_000);
    expect(screen.getByRole('timer')).toHaveTextContent('через 01:00');
    await pass(59_000);
    expect(screen.getByRole('timer')).toHaveTextContent('через 00:01');
    await pass(1_000);
    expect(screen.queryByRole('timer')).toBeNull();
    expect(resendButton()).not.toHaveAttribute('aria-disabled');
  });

  test('AUTH-40: resending asks for the same phone and restarts the countdown', async () => {
    await askForCode();
    await pass(3_000);
    await user.click(resendButton());
    await pass(0);
    expect(server.callsTo(SEND).map(({ body }) => body)).toEqual([{ username: PHONE }, { username: PHONE }]);
    expect(screen.getByRole('timer')).toHaveTextContent('через 00:03');
  });

  test.each(['Слишком много попыток, необходимо подождать', 'Превышен лимит попыток, необходимо подождать'])(
    'AUTH-43: 403 «%s» on checking puts the step into the cooldown state',
    async (detail) => {
      server.answer(CONFIRM, { status: 403, json: { detail, cooldown_seconds: 10, username: PHONE } });
      await askForCode();
      await user.type(code(), '123456');
      await pass(0);
      expect(screen.getAllByText(detail).length).toBeGreaterThan(0);
      expect(screen.getByRole('timer')).toHaveTextContent('через 00:10');
      await user.type(code(), '654321');
      await pass(0);
      expect(server.callsTo(CONFIRM)).toHaveLength(1);
      await pass(10_000);
      expect(resendButton()).not.toHaveAttribute('aria-disabled');
    },
  );

  test('AUTH-43: without cooldown_seconds in the answer the wait is a minute', async () => {
    server.answer(SEND, { json: { data: { username: PHONE, cooldown_seconds: 0 } } });
    server.answer(CONFIRM, { status: 403, json: { detail: 'Слишком много попыток, необходимо подождать' } });
    await askForCode();
    await user.type(code(), '123456');
    await pass(0);
    expect(screen.getByRole('timer')).toHaveTextContent('через 01:00');
  });

  test.each(['Неверный код смс', 'Введён неверный код из СМС'])(
    'AUTH-44: 404 «%s» is shown as «Не верный код», in the alert too, and one may try again',
    async (detail) => {
      server.answer(CONFIRM, { status: 404, json: { detail } });
      await askForCode();
      await user.type(code(), '123456');
      await pass(0);
      expect(code()).toHaveAccessibleDescription('Не верный код');
      expect(code()).toHaveValue('');
      expect(code()).toHaveFocus();
      expect(screen.queryByText(detail)).toBeNull();
      await user.type(code(), '1');
      expect(code()).not.toBeInvalid();
      await user.type(code(), '23457');
      await pass(0);
      expect(server.callsTo(CONFIRM)).toHaveLength(2);
    },
  );

  test('AUTH-45, AUTH-46: the right code leads to the page of the new password with the token in its address', async () => {
    await askForCode();
    await user.type(code(), '123456');
    await pass(0);
    expect(address()).toBe('/password-change/?token=t%20o%2Fk');
    expect(screen.getByLabelText('Задайте пароль')).toBeVisible();
  });

  test('a lost connection is told by the alert, and the same code can be sent again', async () => {
    server.answer(CONFIRM, () => Promise.reject(new TypeError('fetch failed')));
    await askForCode();
    await user.type(code(), '123456');
    await pass(0);
    expect(screen.getByText(/Возникла непредвиденная ошибка/)).toBeVisible();
    expect(code()).toHaveValue('123-456');
    await user.keyboard('{Enter}');
    await pass(0);
    expect(server.callsTo(CONFIRM)).toHaveLength(2);
  });

  test('AUTH-33: one may go back to another phone', async () => {
    await askForCode();
    await user.click(screen.getByRole('link', { name: 'Другой номер' }));
    expect(screen.getByLabelText('Телефон')).toHaveValue('+7 (916) 204-15-38');
  });
});
