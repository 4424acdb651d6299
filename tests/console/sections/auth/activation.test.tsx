import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { session } from '#console/data/session/session.ts';
import { takeSignInPhone } from '#console/data/session/sign-in-note.ts';
import { loadAddress } from '#console/sections/auth/leave.ts';
import { openAccessPage } from '#tests/support/console/access-page.tsx';
import { profileOf } from '#tests/support/console/profiles.ts';
import { type MadeUpServer, serveAnswers } from '#tests/support/console/server.ts';

jest.mock('#console/sections/auth/leave.ts', () => ({ loadAddress: jest.fn() }));

const PROFILE = 'GET /api/crm/profile/current/';
const SET = 'POST /api/crm/profile/set_password/';
const RINAT = profileOf({
  user: 9,
  status: 'created',
  gender: 'male',
  first_name: 'Ринат',
  last_name: 'Сафин',
  phone_number: '+79037714206',
  company: { id: 1, label: 'УК «Северный дом»' },
});

let server: MadeUpServer;
beforeEach(() => {
  jest.mocked(loadAddress).mockClear();
  server = serveAnswers({ [PROFILE]: { json: RINAT }, [SET]: { json: { params: { user: 9 } } } });
});

async function typePasswords(first: string, second: string) {
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Установите пароль'), first);
  await user.type(screen.getByLabelText('Повторите пароль'), second);
  return user;
}

describe('/registration', () => {
  test('AUTH-51, AUTH-52: without a token leads to the profile and touches nothing', () => {
    session.token.set('stored');
    openAccessPage('/registration');
    expect(loadAddress).toHaveBeenCalledWith('/profile', true);
    expect(session.token.get()).toBe('stored');
    expect(server.calls).toHaveLength(0);
  });

  test('AUTH-53: with a token takes the stored moderator and chat token away, and nothing else', async () => {
    session.token.set('stored');
    session.chatToken.set({ token: 'c', expires: 'x' });
    session.checkedBuildings.set([1]);
    session.role.set('admin');
    openAccessPage('/registration?token=invited');
    await screen.findByText('Ринат Сафин');
    expect(Object.keys(localStorage).sort()).toEqual(['checked-buildings', 'features', 'role']);
  });

  test('AUTH-54: greets whom the token belongs to, with company and phone', async () => {
    session.token.set('stored');
    openAccessPage('/registration?token=invited');
    expect(await screen.findByRole('heading', { name: 'Здравствуйте, Ринат' })).toBeVisible();
    expect(screen.getByText('УК «Северный дом»')).toBeVisible();
    expect(screen.getByText('+7 (903) 771-42-06')).toBeVisible();
    expect(new Set(server.callsTo(PROFILE).map(({ headers }) => headers.authorization))).toEqual(
      new Set(['Token invited']),
    );
  });

  test('AUTH-55, AUTH-76: a dead token is told, and there is nothing to fill in', async () => {
    server.answer(PROFILE, { status: 401, json: { detail: 'Не смогли получить сотрудника с таким токеном' } });
    openAccessPage('/registration?token=old');
    const title = 'Не смогли получить сотрудника с таким токеном';
    expect(await screen.findByRole('heading', { name: title })).toBeVisible();
    expect(screen.queryByLabelText('Установите пароль')).toBeNull();
  });

  test('AUTH-56: a mismatch says «А пароль то не совпадает в полях, чудик»', async () => {
    openAccessPage('/registration?token=invited');
    await typePasswords('Novyi2026!', 'Novyi2027');
    const repeat = screen.getByLabelText('Повторите пароль');
    expect(repeat).toHaveAccessibleDescription('А пароль то не совпадает в полях, чудик');
    expect(screen.getByRole('button', { name: 'Сохранить' })).toHaveAttribute('aria-disabled', 'true');
  });

  test('AUTH-57: the password is set with the token of the address', async () => {
    openAccessPage('/registration?token=invited');
    const user = await typePasswords('Novyi2026!', 'Novyi2026!');
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    expect(server.callsTo(SET)).toHaveLength(1);
    expect(server.callsTo(SET)[0]).toMatchObject({
      body: { password: 'Novyi2026!' },
      headers: { authorization: 'Token invited' },
    });
  });

  test('AUTH-58, AUTH-59: afterwards the account is said to be activated, with a link to /auth and no redirect', async () => {
    openAccessPage('/registration?token=invited');
    const user = await typePasswords('Novyi2026!', 'Novyi2026!');
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    expect(await screen.findByRole('heading', { name: 'Учётная запись активирована' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Войти в систему' })).toHaveAttribute('href', '/auth');
    expect(loadAddress).not.toHaveBeenCalled();
  });

  test('AUTH-59: the sign-in page begins with the telephone of the account that was activated', async () => {
    openAccessPage('/registration?token=invited');
    const user = await typePasswords('Novyi2026!', 'Novyi2026!');
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    const way = await screen.findByRole('link', { name: 'Войти в систему' });
    way.addEventListener('click', (event) => event.preventDefault());
    await user.click(way);
    expect(takeSignInPhone()).toMatch(/^\+7\d{10}$/);
    expect(takeSignInPhone()).toBe('');
  });
});
