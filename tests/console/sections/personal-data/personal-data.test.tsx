import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { session } from '#console/data/session/session.ts';
import { PersonalDataPage } from '#console/sections/personal-data/personal-data-page.tsx';
import { EVERY_ADDITION } from '#resources/language/features.ts';
import type { Person } from '#resources/protocol/personal-data/personal-data.ts';
import { serveAnswers } from '#tests/support/console/server.ts';
import { renderOnStage } from '#tests/support/console/stage.tsx';

const PATH = '/api/authorized/personal-data/';
const DARYA: Person = {
  id: 22,
  name: 'Калинина Дарья',
  phone: '+79164082217',
  isResident: true,
  isDeleted: false,
  erasedAt: null,
};
const GONE: Person = { ...DARYA, id: 23, name: 'Калинин Олег', phone: null, isDeleted: true };
const KEPT = [
  { topic: 'users', count: 1 },
  { topic: 'chat_messages', count: 22 },
  { topic: 'a_new_table', count: 5 },
];

function open(address: string) {
  session.token.set('stored');
  const server = serveAnswers({
    [`GET ${PATH}`]: { json: { results: [DARYA, GONE] } },
    [`GET ${PATH}22/`]: { json: { person: DARYA, kept: KEPT } },
    [`GET ${PATH}23/`]: { json: { person: GONE, kept: KEPT } },
    [`POST ${PATH}22/export/`]: { json: { params: { address: '/api/personal-data/22/1?by=1.a' } } },
    [`POST ${PATH}23/erase/`]: { json: { params: { ...GONE, erasedAt: '2026-11-26T10:00:00Z' } } },
  });
  return { server, ...renderOnStage(<PersonalDataPage />, address) };
}

test('somebody is found by name or phone, and what is kept of them stands beside, by kinds', async () => {
  const user = userEvent.setup();
  const { server } = open('/settings/personal-data');
  const box = await screen.findByRole('searchbox', { name: 'Имя или телефон' });
  await user.type(box, 'К{Enter}');
  expect(server.calls.filter(({ url }) => url.includes('text='))).toEqual([]);
  await user.type(box, 'алинина{Enter}');
  expect(await screen.findByText('Найдено: 2 человека')).toBeInTheDocument();
  expect(screen.getByText('Резидент, +7 (916) 408-22-17')).toBeInTheDocument();
  expect(screen.getByText('Резидент, запись удалена')).toBeInTheDocument();
  await user.click(screen.getByRole('link', { name: /Калинина Дарья/ }));
  const card = within(await screen.findByRole('region', { name: 'Калинина Дарья' }));
  expect(card.getByText('Сообщения чата').nextSibling).toHaveTextContent('22 записи');
  // A kind of rows that came later stands under its own name.
  expect(card.getByText('a_new_table').nextSibling).toHaveTextContent('5 записей');
});

test('the archive is fetched by the browser from the address that is told', async () => {
  const clicked: (string | null)[] = [];
  const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push(this.getAttribute('href'), this.download);
  });
  const user = userEvent.setup();
  open('/settings/personal-data?person=22');
  await user.click(await screen.findByRole('button', { name: 'Скачать архив' }));
  expect(await screen.findByText('Архив сохранён: Калинина Дарья')).toBeInTheDocument();
  expect(clicked).toEqual(['/api/personal-data/22/1?by=1.a', 'Данные Калинина Дарья.zip']);
  click.mockRestore();
});

test('only who was deleted can be erased, after a question', async () => {
  const user = userEvent.setup();
  const { server, unmount } = open('/settings/personal-data?person=22');
  const closed = await screen.findByRole('button', { name: 'Обезличить' });
  expect(closed).toHaveAttribute('aria-disabled', 'true');
  expect(closed).toHaveAccessibleDescription(/Сначала удалите его/);
  unmount();

  const { server: other } = open('/settings/personal-data?person=23');
  await user.click(await screen.findByRole('button', { name: 'Обезличить' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole('heading')).toHaveTextContent(/Обезличить данные \(Калинин Олег\)\?.+Вернуть данные нельзя/);
  await user.click(dialog.getByRole('button', { name: 'Обезличить' }));
  expect(await screen.findByText('Данные обезличены')).toBeInTheDocument();
  const writes = [...server.calls, ...other.calls].filter(({ method }) => method === 'POST').map(({ url }) => url);
  expect(writes).toEqual([`${PATH}23/erase/`]);
});

test('the page is closed on a server without it', async () => {
  const { personalData: _none, ...others } = EVERY_ADDITION;
  session.features.set(others);
  session.permissions.set({ news: 'read' });
  const { server } = open('/settings/personal-data?text=Калинина&person=22');
  expect(await screen.findByText('Для вас доступ закрыт')).toBeInTheDocument();
  expect(server.calls.filter(({ url }) => url.startsWith(PATH))).toEqual([]);
});
