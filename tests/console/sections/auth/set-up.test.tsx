import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { session } from '#console/data/session/session.ts';
import { loadAddress } from '#console/sections/auth/leave.ts';
import { openAccessPage } from '#tests/support/console/access-page.tsx';
import { type MadeUpServer, serveAnswers } from '#tests/support/console/server.ts';

jest.mock('#console/sections/auth/leave.ts', () => ({ loadAddress: jest.fn() }));

const LOOK = 'POST /api/anonymous/setup/look/';
const OPEN = 'POST /api/anonymous/setup/';
const PASSWORD = 'Zelenyi7les$';
const LINK = { phone: null, first_name: null, last_name: null, time_zone: 'Europe/Moscow', time_zone_fixed: false };

let server: MadeUpServer;
beforeEach(() => {
  jest.mocked(loadAddress).mockClear();
  server = serveAnswers({ [LOOK]: { json: LINK }, [OPEN]: { json: { role: 'admin', token: 'fresh' } } });
});

const field = (label: string) => screen.findByLabelText(label);

async function fill(values: Readonly<Record<string, string>>) {
  const user = userEvent.setup();
  for (const [label, value] of Object.entries(values)) {
    const input = await field(label);
    await user.clear(input);
    await user.type(input, value);
  }
  return user;
}
const ALL = {
  'Название компании': 'УК «Лесная»',
  Имя: 'Мария',
  Фамилия: 'Орлова',
  Телефон: '9162041538',
  Пароль: PASSWORD,
  'Повторите пароль': PASSWORD,
};
const submit = () => screen.getByRole('button', { name: 'Открыть компанию' });

describe('/setup', () => {
  test('without a token leads to the sign-in page and asks nothing', () => {
    openAccessPage('/setup');
    expect(loadAddress).toHaveBeenCalledWith('/auth', true);
    expect(server.calls).toHaveLength(0);
  });

  test('opens the company with what was typed, signs in and leads to the company', async () => {
    session.token.set('of-somebody-else');
    openAccessPage('/setup?token=once');
    const user = await fill(ALL);
    await user.selectOptions(screen.getByLabelText('Часовой пояс'), 'Омск, МСК+3');
    await user.click(submit());
    expect(server.callsTo(OPEN)).toHaveLength(1);
    const [call] = server.callsTo(OPEN);
    expect(call?.body).toEqual({
      token: 'once',
      company: 'УК «Лесная»',
      time_zone: 'Asia/Omsk',
      first_name: 'Мария',
      last_name: 'Орлова',
      phone: '+7 (916) 204-15-38',
      password: PASSWORD,
    });
    expect(call?.headers.authorization).toBeUndefined();
    expect(loadAddress).toHaveBeenCalledWith('/first-steps', true);
    expect([session.token.get(), session.role.get(), session.keepLoggedIn.get()]).toEqual(['fresh', 'admin', true]);
  });

  test('says beside each field what is wrong, and sends nothing', async () => {
    openAccessPage('/setup?token=once');
    const user = await fill({ 'Повторите пароль': 'other', Пароль: 'short', Телефон: '123' });
    await user.click(submit());
    const said = async (label: string) => expect(await field(label));
    (await said('Название компании')).toHaveAccessibleDescription('обязательное поле');
    (await said('Имя')).toHaveAccessibleDescription('обязательное поле');
    (await said('Телефон')).toHaveAccessibleDescription('введите корректный номер');
    (await said('Пароль')).toHaveAccessibleDescription(/латиница, 8\+/);
    (await said('Повторите пароль')).toHaveAccessibleDescription('пароли не совпадают');
    expect(server.callsTo(OPEN)).toHaveLength(0);
  });

  test('what the server refuses stands at its field until it is changed', async () => {
    server.answer(OPEN, { status: 400, json: { phone: ['ссылка выдана на другой номер'] } });
    openAccessPage('/setup?token=once');
    const user = await fill(ALL);
    await user.click(submit());
    expect(await screen.findByText('ссылка выдана на другой номер')).toBeVisible();
    await user.type(screen.getByLabelText('Телефон'), '{Backspace}9');
    expect(screen.queryByText('ссылка выдана на другой номер')).toBeNull();
    expect(loadAddress).not.toHaveBeenCalled();
  });

  test('a dead link says where a new one comes from', async () => {
    server.answer(LOOK, { status: 401, json: { detail: 'Нет' } });
    openAccessPage('/setup?token=old');
    expect(await screen.findByRole('heading', { name: 'Ссылка больше не действует' })).toBeVisible();
    expect(screen.getByText(/npm run admin/)).toBeVisible();
    expect(screen.queryByLabelText('Название компании')).toBeNull();
  });

  test('where the company is open already, also by somebody quicker, it leads to the sign-in page', async () => {
    openAccessPage('/setup?token=once');
    const user = await fill(ALL);
    server.answer(OPEN, { status: 404, json: { detail: 'Нет' } });
    await user.click(submit());
    expect(loadAddress).toHaveBeenCalledWith('/auth', true);
  });

  test('the person of the link is filled in; a zone of the settings is not asked for', async () => {
    server.answer(LOOK, {
      json: {
        phone: '+79162041538',
        first_name: 'Мария',
        last_name: 'Орлова',
        time_zone: 'Asia/Tokyo',
        time_zone_fixed: true,
      },
    });
    openAccessPage('/setup?token=once');
    expect(await field('Телефон')).toHaveValue('+7 (916) 204-15-38');
    expect(await field('Имя')).toHaveValue('Мария');
    expect(await field('Фамилия')).toHaveValue('Орлова');
    expect(screen.queryByLabelText('Часовой пояс')).toBeNull();
  });
});
