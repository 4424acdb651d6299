import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { session } from '#console/data/session/session.ts';
import { ownObjects } from '#console/sections/profile/object-list.tsx';
import { ProfilePage } from '#console/sections/profile/profile-page.tsx';
import { browserAndSystem } from '#console/sections/profile/session-list.tsx';
import { EVERY_ADDITION } from '#resources/language/features.ts';
import type { CurrentProfile } from '#resources/protocol/people/profile.ts';
import { type MadeUpServer, serveAnswers } from '#tests/support/console/server.ts';
import { renderOnStage, said } from '#tests/support/console/stage.tsx';

const PROFILE = 'GET /api/crm/profile/current/';
const forest = { id: 1, street: 'ул. Лесная', number: '12', complex: { id: 1, name: 'ЖК «Северный квартал»' } };
const garden = { id: 2, street: 'Садовый пер.', number: '8', complex: null };
const anna: CurrentProfile = {
  user: 1,
  role: 'employee',
  status: 'active',
  first_name: 'Анна',
  last_name: 'Лебедева',
  gender: 'female',
  phone_number: '+79162041538',
  email: null,
  avatar: null,
  date: '2023-02-03T09:00:00Z',
  position: 'Управляющая',
  company: { id: 1, label: 'УК «Северный дом»' },
  subsidiary: { id: 2, label: 'Север-Сервис' },
  user_chat_id: null,
  sections: { news: 'read', tasks: 'denied', chats: 'read', cameras: 'write', buildings: 'denied' },
  buildings: [
    {
      ...forest,
      porches: [
        { id: 1, number: 2 },
        { id: 2, number: 1 },
      ],
    },
  ],
  porches: [
    { id: 9, number: 3, building: garden },
    { id: 8, number: 1, building: garden },
  ],
};

let server: MadeUpServer;
beforeEach(() => {
  session.token.set('stored');
  session.permissions.set({ buildings: 'write' });
  server = serveAnswers({
    [PROFILE]: { json: anna },
    'GET /api/crm/buildings/': { json: [] },
    'GET /api/authorized/second-factor/': {
      json: { totp: null, passkeys: [], recovery_left: 0, required: false, passkeys_possible: true },
    },
  });
});

const objectLinks = () => screen.queryAllByRole('link', { name: /Лесная|Садовый/ });

async function open() {
  renderOnStage(<ProfilePage />, '/profile');
  await screen.findByRole('heading', { name: 'Анна Лебедева' });
}

describe('/profile', () => {
  test('PROF-01: asks for the person with the stored token', async () => {
    await open();
    expect(server.callsTo(PROFILE)[0]?.headers.authorization).toBe('Token stored');
  });

  test('PROF-02, PROF-16: the card names post, subsidiary, phone, day of registration and the ways out', async () => {
    await open();
    const card = within(screen.getByRole('region', { name: 'Анна Лебедева' }));
    for (const words of ['Управляющая', 'Север-Сервис', '+7 (916) 204-15-38', '3 февраля 2023']) {
      expect(card.getByText(words)).toBeVisible();
    }
    expect(card.getByRole('button', { name: 'Выйти' })).toBeVisible();
  });

  test('PROF-02: without a subsidiary the company is named', async () => {
    server.answer(PROFILE, { json: { ...anna, subsidiary: null } });
    await open();
    expect(screen.getByText('УК «Северный дом»')).toBeVisible();
  });

  test('PROF-03, PROF-16: «Сменить пароль» leads to /password-change-logged', async () => {
    await open();
    expect(screen.getByRole('link', { name: 'Сменить пароль' })).toHaveAttribute('href', '/password-change-logged');
  });

  test('PROF-04: accesses are the sections that are not denied', async () => {
    await open();
    const card = within(screen.getByRole('region', { name: 'Анна Лебедева' }));
    expect(card.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Новости', 'Общение', 'Камеры']);
  });

  test('PROF-05, PROF-16: «Мои объекты» with their number: building, complex, entrances', async () => {
    await open();
    expect(screen.getByRole('heading', { name: 'Мои объекты 2' })).toBeVisible();
    const links = objectLinks();
    expect(links.map((link) => link.textContent)).toEqual([
      '12ул. ЛеснаяЖК «Северный квартал»2 подъезда',
      '8Садовый пер.Без комплексаподъезды 1, 3',
    ]);
  });

  test('PROF-06, PERM-20: an object leads to its settings for who may change objects', async () => {
    await open();
    const [link] = objectLinks();
    expect(link).toHaveAttribute('href', '/settings/buildings?id=1');
  });

  test.each(['denied', 'read'])('PROF-06, PERM-14, PERM-20: with the level %s objects are no links', async (level) => {
    session.permissions.set({ buildings: level });
    await open();
    expect(objectLinks()[0]).toBeUndefined();
    expect(screen.getByText('ул. Лесная')).toBeVisible();
  });

  test('sessions that did not come say so, and are asked for again', async () => {
    session.features.set({ ...EVERY_ADDITION });
    server.answer('GET /api/authorized/sessions/', { status: 500, json: {} });
    await open();
    const part = within(await screen.findByRole('region', { name: 'Где выполнен вход' }));
    expect(part.getByText('Данные не доехали')).toBeVisible();
    server.answer('GET /api/authorized/sessions/', { json: { results: [] } });
    await userEvent.click(part.getByRole('button', { name: 'Повторить' }));
    await waitFor(() => expect(screen.queryByText('Данные не доехали')).toBeNull());
  });

  test('PROF-07: the picture leads to /avatar', async () => {
    await open();
    expect(screen.getByRole('link', { name: 'Изменить фотографию' })).toHaveAttribute('href', '/avatar');
  });

  test('ERR-11: a profile that did not load can be asked for again', async () => {
    server.answer(PROFILE, { status: 500, json: {} });
    renderOnStage(<ProfilePage />, '/profile');
    const again = await screen.findByRole('button', { name: 'обновить страницу' });
    server.answer(PROFILE, { json: anna });
    again.click();
    expect(await screen.findByRole('heading', { name: 'Анна Лебедева' })).toBeVisible();
  });
});

test('PROF-05: a building that is wholly open is listed once, also when its entrances are named besides', () => {
  const porches = [{ id: 1, number: 1, building: forest }];
  const objects = ownObjects({ buildings: anna.buildings, porches });
  expect(objects).toEqual([{ ...forest, isWhole: true, porches: [1, 2] }]);
});

describe('own sessions', () => {
  const LIST = 'GET /api/authorized/sessions/';
  const agent = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/130.0 Safari/537.36';
  const one = { created_at: '2026-11-20T09:00:00Z', last_seen_at: null, address: '203.0.113.7', agent };
  let sessions = [
    { ...one, id: 5, current: true },
    { ...one, id: 4, current: false, agent: null },
  ];

  test('nothing is asked for and nothing shown where the server does not say that it has them', async () => {
    await open();
    expect(server.callsTo(LIST)).toHaveLength(0);
    expect(screen.queryByText('Где выполнен вход')).toBeNull();
  });

  test('another one is ended, one’s own is marked', async () => {
    session.features.set({ services: true, sessions: true });
    server.answer(LIST, () => ({ json: { results: sessions } }));
    server.answer('DELETE /api/authorized/sessions/4/', () => {
      sessions = sessions.filter(({ id }) => id !== 4);
      return { status: 204 };
    });
    await open();
    const list = await screen.findByRole('region', { name: 'Где выполнен вход' });
    const [own, other] = within(list).getAllByRole('listitem');
    expect(own).toHaveTextContent(/Chrome, Windows.*20 ноября.*203\.0\.113\.7.*этот сеанс/);
    expect(other).toHaveTextContent('Неизвестное устройство');
    const end = within(list).getByRole('button', { name: 'Завершить сеанс: Неизвестное устройство' });
    expect(end).toHaveTextContent('Завершить');
    await userEvent.click(end);
    expect(await said('Сеанс завершён')).toBeVisible();
    await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(1));
  });
});

test.each([
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chromium/130.0 Safari/537.36',
    'Chromium, Linux',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/130.0.0.0 Safari/537.36', 'Chromium, Linux'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14_0) AppleWebKit/605.1.15 Version/17.0 Safari/605.1.15', 'Safari, macOS'],
])('%s is called %s', (agent, name) => {
  expect(browserAndSystem(agent)).toBe(name);
});
