import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { chooseInitialScreen } from '#console/boot/screen.ts';
import { session } from '#console/data/session/session.ts';
import { loadAddress } from '#console/sections/auth/leave.ts';
import { openAccessPage } from '#tests/support/console/access-page.tsx';
import { profileOf } from '#tests/support/console/profiles.ts';
import { delayedReply, type MadeUpServer, serveAnswers } from '#tests/support/console/server.ts';

jest.mock('#console/sections/auth/leave.ts', () => ({ loadAddress: jest.fn() }));

const PROFILE = 'GET /api/crm/profile/current/';
const SET = 'POST /api/crm/profile/set_password/';
const RULE = 'латиница, 8+ символов, минимум одна заглавная буква и одна цифра';
const GOOD = 'Novyi2026!';

let server: MadeUpServer;
let user: ReturnType<typeof userEvent.setup>;
beforeEach(() => {
  jest.mocked(loadAddress).mockClear();
  user = userEvent.setup();
  server = serveAnswers({ [PROFILE]: { json: profileOf() }, [SET]: { json: { params: { user: 1 } } } });
});

const first = () => screen.getByLabelText('Задайте пароль');
const second = () => screen.getByLabelText('Повторите');
const save = () => screen.getByRole('button', { name: 'Сохранить' });

async function open(path = '/password-change/?token=t') {
  openAccessPage(path);
  // The look-up of the token has been answered.
  await screen.findByLabelText('Задайте пароль');
  await new Promise((resolve) => setTimeout(resolve));
}

// Typing is checked by it: a test that ends before it has come would be told of an update of a page that is gone.
beforeAll(async () => {
  await import('#resources/rules/passwords/strength.ts');
});

describe('/password-change/', () => {
  test('AUTH-52, AUTH-60: without a token leads to the sign-in page', () => {
    openAccessPage('/password-change/');
    expect(loadAddress).toHaveBeenCalledWith('/auth', true);
    expect(server.calls).toHaveLength(0);
  });

  test('AUTH-61: has the fields «Задайте пароль» and «Повторите» and the button «Сохранить»', async () => {
    await open();
    expect(first()).toHaveAttribute('type', 'password');
    expect(second()).toHaveAttribute('type', 'password');
    expect(save()).toBeVisible();
  });

  test('AUTH-75: opens without the final slash as well', async () => {
    await open('/password-change?token=t');
    expect(save()).toBeVisible();
    for (const path of ['/password-change', '/password-change/', '/confirmation/', '/registration']) {
      expect(chooseInitialScreen(path, '', false)).toEqual({ screen: 'access' });
    }
  });

  test('AUTH-74: /password-creating/ has no page of its own', () => {
    expect(chooseInitialScreen('/password-creating/', '', false)).toEqual({ screen: 'console' });
  });

  test('AUTH-62: the button is disabled while the form is invalid, and sends nothing', async () => {
    await open();
    expect(save()).toHaveAttribute('aria-disabled', 'true');
    await user.type(first(), 'weak');
    await user.type(second(), 'weak');
    expect(save()).toHaveAttribute('aria-disabled', 'true');
    await user.click(save());
    expect(server.callsTo(SET)).toHaveLength(0);
    await user.clear(first());
    await user.type(first(), GOOD);
    await user.clear(second());
    await user.type(second(), GOOD);
    expect(save()).not.toHaveAttribute('aria-disabled');
  });

  test('AUTH-63, AUTH-65: Enter submits; success leads to /auth and leaves no token behind', async () => {
    session.token.set('stored');
    await open();
    await user.type(first(), GOOD);
    await user.type(second(), `${GOOD}{Enter}`);
    await waitFor(() => expect(server.callsTo(SET)).toHaveLength(1));
    expect(server.callsTo(SET)[0]).toMatchObject({ body: { password: GOOD }, headers: { authorization: 'Token t' } });
    await waitFor(() => expect(loadAddress).toHaveBeenCalledWith('/auth'));
    expect(session.token.get()).toBeNull();
  });

  test('AUTH-63: a second Enter while the call runs sends nothing more', async () => {
    const slow = delayedReply({ json: { params: { user: 1 } } });
    server.answer(SET, slow.reply);
    await open();
    await user.type(first(), GOOD);
    await user.type(second(), `${GOOD}{Enter}{Enter}`);
    await waitFor(() => expect(server.callsTo(SET)).toHaveLength(1));
    expect(save()).toHaveAttribute('aria-busy', 'true');
    slow.release();
  });

  test.each([
    ['shorter than 8', 'Abc1234'],
    ['with Cyrillic letters', 'Пароль12A'],
    ['with another sign', 'Abcdef1_'],
    ['without a lower-case letter', 'ABCDEFG1'],
    ['without an upper-case letter', 'abcdefg1'],
    ['without a digit', 'Abcdefgh'],
  ])('AUTH-66, AUTH-67, AUTH-68, AUTH-69, AUTH-70: a password %s is told the rule', async (_what, password) => {
    await open();
    await user.type(first(), password);
    await user.tab();
    expect(first()).toBeInvalid();
    expect(first()).toHaveAccessibleDescription(RULE);
    await user.type(second(), `${password}{Enter}`);
    expect(server.callsTo(SET)).toHaveLength(0);
  });

  test.each([
    ['Qwerty123!', /легко подобрать/],
    ['Natasha1985', /легко подобрать/],
  ])('%s has all the signs and is refused with the reason, and not sent', async (password, reason) => {
    await open();
    await user.type(first(), password);
    await user.tab();
    await waitFor(() => expect(first()).toHaveAccessibleDescription(reason));
    await user.type(second(), `${password}{Enter}`);
    expect(save()).toHaveAttribute('aria-disabled', 'true');
    expect(server.callsTo(SET)).toHaveLength(0);
  });

  test('AUTH-66: a password of exactly 8 characters is taken', async () => {
    await open();
    await user.type(first(), 'kU7#mRd2');
    await user.type(second(), 'kU7#mRd2');
    expect(first()).not.toBeInvalid();
    expect(save()).not.toHaveAttribute('aria-disabled');
  });

  test('AUTH-71: a mismatch says that both fields need the same password, but not while it may still become it', async () => {
    await open();
    await user.type(first(), GOOD);
    await user.type(second(), GOOD.slice(0, 4));
    expect(second()).not.toBeInvalid();
    await user.type(second(), 'X');
    expect(second()).toHaveAccessibleDescription('необходимо ввести один и тот же пароль в оба поля');
  });

  test('AUTH-71: a repetition that was left unfinished is a mismatch', async () => {
    await open();
    await user.type(first(), GOOD);
    await user.type(second(), GOOD.slice(0, 4));
    await user.tab();
    expect(second()).toBeInvalid();
  });

  test('AUTH-72: Enter with an empty field asks for both', async () => {
    await open();
    await user.type(first(), `${GOOD}{Enter}`);
    expect(screen.getByText('введите пароль и повторите его')).toBeVisible();
    expect(second()).toHaveFocus();
    await user.type(second(), 'N');
    expect(screen.queryByText('введите пароль и повторите его')).toBeNull();
  });

  test('AUTH-64: a server error that is known stands in the line of the form', async () => {
    const detail = 'Не смогли получить сотрудника с таким токеном';
    server.answer(SET, { status: 401, json: { detail } });
    await open();
    await user.type(first(), GOOD);
    await user.type(second(), `${GOOD}{Enter}`);
    await waitFor(() => expect(document.getElementById('password-form-error')).toHaveTextContent(detail));
    expect(save()).not.toHaveAttribute('aria-disabled');
  });

  test('AUTH-73: an unknown server error leaves the line blank; the alert speaks', async () => {
    server.answer(SET, { status: 500, json: { detail: 'Чашка треснула' } });
    await open();
    await user.type(first(), GOOD);
    await user.type(second(), `${GOOD}{Enter}`);
    expect(await screen.findByText('Чашка треснула')).toBeVisible();
    expect(document.getElementById('password-form-error')).toBeNull();
  });

  test('AUTH-55: a dead recovery token is told', async () => {
    server.answer(PROFILE, { status: 401, json: {} });
    openAccessPage('/password-change/?token=old');
    const title = 'Не смогли получить сотрудника с таким токеном';
    expect(await screen.findByRole('heading', { name: title })).toBeVisible();
    expect(screen.queryByLabelText('Задайте пароль')).toBeNull();
  });

  test('the eye shows what was typed', async () => {
    await open();
    await user.type(first(), GOOD);
    const [eye] = screen.getAllByRole('button', { name: 'Показать пароль' });
    if (eye) await user.click(eye);
    expect(first()).toHaveAttribute('type', 'text');
  });
});
