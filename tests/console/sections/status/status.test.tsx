import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { session } from '#console/data/session/session.ts';
import { CompanyPage } from '#console/sections/settings/company-page.tsx';
import { findConcerns } from '#console/sections/status/concerns.ts';
import { StatusPage } from '#console/sections/status/status-page.tsx';
import { diskSizeText } from '#console/sections/status/use-status-format.ts';
import { EVERY_ADDITION } from '#resources/language/features.ts';
import type { Status } from '#resources/protocol/status/status.ts';
import { type Reply, serveAnswers } from '#tests/support/console/server.ts';
import { renderOnStage } from '#tests/support/console/stage.tsx';

const STATUS = 'GET /api/authorized/status/';
const HOUR = 3_600_000;
const NOW = Date.parse('2026-03-05T09:00:00Z');
const FINE: Status = {
  version: '1.2.3',
  schema: '0055-sent',
  checks: { process: 'ok', database: 'ok', listener: 'ok', queue: 'ok', files: 'ok', disk: 'ok' },
  process: { started_at: '2026-03-01T06:00:00.000Z', memory: 300 * 2 ** 20, sockets: 12, errors: 0 },
  database: { kind: 'embedded', size: 1.5 * 2 ** 30 },
  files: { count: 21, size: 640 * 2 ** 20 },
  disk: { free: 40 * 2 ** 30, least: 2 ** 28 },
  backups: {
    every: 24 * HOUR,
    encrypted: true,
    readable: true,
    count: 7,
    newest: { made_at: '2026-03-05T02:15:00.000Z', size: 25 * 2 ** 20 },
  },
  people: { signed_in: 2, waiting: 3, failing: 0 },
  jobs: { waiting: 5, since: null },
  security: { failed_sign_ins: 4, refusals: 11 },
};
const names = (status: Status) => findConcerns(status, NOW).map(({ name }) => name);

function open(answer: Reply) {
  session.token.set('stored');
  const server = serveAnswers({ 'GET /api/crm/buildings/': { json: [] }, [STATUS]: answer });
  return { server, ...renderOnStage(<StatusPage />, '/settings/status') };
}
const group = async (name: string) => within(await screen.findByRole('region', { name }));

test.each([
  [{ is_used: true, lag: 12 }, 'Отвечает, отстаёт на 12 мс'],
  [{ is_used: false, lag: 42_000 }, 'Не используется, отстаёт на 42 с'],
  [{ is_used: false, lag: null }, 'Не используется'],
])('of a replica it is said whether it is used: %j', async (replica, words) => {
  open({ json: { ...FINE, database: { kind: 'postgres', size: 1, replica } } });
  expect((await group('Хранение')).getByText('Реплика для чтения').nextSibling).toHaveTextContent(words);
});

test('everything that the server tells of itself stands in groups', async () => {
  open({ json: FINE });
  expect((await group('Проверки')).getByText('База данных отвечает').nextSibling).toHaveTextContent('Да');
  const backups = await group('Резервные копии');
  expect(backups.getByText('Последняя копия').nextSibling).toHaveTextContent('5 марта 2026 г. в 02:15, 25 МБ');
  expect(backups.getByText('Делаются сами').nextSibling).toHaveTextContent('Каждые 24 часа');
  const storage = await group('Хранение');
  expect(storage.getByText('Размер базы').nextSibling).toHaveTextContent('1,5 ГБ');
  expect(storage.getByText('Файлы').nextSibling).toHaveTextContent('21 файл, 640 МБ');
  const people = await group('Люди и безопасность');
  expect(people.getByText('Сейчас вошли').nextSibling).toHaveTextContent('2 человека');
  expect(people.getByText('Неудачных входов за сутки').nextSibling).toHaveTextContent('4');
  const program = await group('Программа');
  expect(program.getByText('Версия').nextSibling).toHaveTextContent('1.2.3');
  expect(program.getByText('Заданий в очереди').nextSibling).toHaveTextContent(/^5$/);
});

test('what needs attention is said first, and said again when it is looked for once more', async () => {
  const off: Status = { ...FINE, backups: { ...FINE.backups, every: 0, newest: null, count: 0 } };
  const { server } = open({ json: off });
  expect(await screen.findByRole('heading', { name: 'Состояние сервера: нужно внимание' })).toBeVisible();
  expect(screen.getByText('Резервные копии сами не делаются. Их включает настройка BACKUP_EVERY')).toBeVisible();
  server.answer(STATUS, { json: { ...off, checks: { ...off.checks, files: 'failed' } } });
  await userEvent.click(screen.getByRole('button', { name: 'Обновить' }));
  expect(await screen.findByText('Хранилище файлов не отвечает')).toBeVisible();
});

test('a server that does not answer is said to, with a way to ask again', async () => {
  const { server } = open({ status: 500, json: { detail: 'нет', code: 'unexpected' } });
  const again = await screen.findByRole('button', { name: 'обновить страницу' });
  server.answer(STATUS, { json: FINE });
  await userEvent.click(again);
  expect(await screen.findByRole('region', { name: 'Проверки' })).toBeVisible();
});

test.each<[string, Partial<Status>, readonly string[]]>([
  ['all is well', {}, []],
  ['a check failed', { checks: { ...FINE.checks, disk: 'failed', listener: 'failed' } }, ['listener', 'disk']],
  ['little of the disk is left', { disk: { free: 3 * 2 ** 27, least: 2 ** 28 } }, ['lowDisk']],
  ['nothing of ours lies on the disk', { disk: null }, []],
  ['the newest backup is late', { backups: { ...FINE.backups, every: 4 * HOUR } }, ['backupLate']],
  ['there is none yet, and the server is long up', { backups: { ...FINE.backups, newest: null } }, ['backupMissing']],
  [
    'there is none yet, and the server has just begun',
    {
      backups: { ...FINE.backups, newest: null },
      process: { ...FINE.process, started_at: '2026-03-05T08:00:00.000Z' },
    },
    [],
  ],
  ['their folder cannot be read', { backups: { ...FINE.backups, readable: false, newest: null } }, ['backupsUnread']],
  ['invitations fail', { people: { signed_in: 1, waiting: 5, failing: 2 } }, ['invitations']],
])('what needs attention when %s', (_, over, wanted) => {
  expect(names({ ...FINE, ...over })).toEqual(wanted);
});

test.each([
  [0, '0 МБ'],
  [150 * 2 ** 10, '0,1 МБ'],
  [1.5 * 2 ** 20, '1,5 МБ'],
  [999 * 2 ** 20, '999 МБ'],
  [1_000 * 2 ** 20, '1 ГБ'],
  [5 * 2 ** 50, '5 120 ТБ'],
])('%d bytes are %s', (bytes, text) => {
  expect(diskSizeText(bytes).replace(/\s/g, ' ')).toBe(text);
});

test('who may not see it is told so, and the page of the company leads to it only where the server names it', async () => {
  const FIRM = { id: 1, name_full: 'ООО «Дом»', name_short: 'Дом', avatar: null, phones: [], license_on: null };
  session.token.set('stored');
  const server = serveAnswers({
    'GET /api/crm/buildings/': { json: [] },
    'GET /api/crm/settings/company-profile/': { json: FIRM },
  });
  const { unmount } = renderOnStage(<CompanyPage />, '/settings/company-profile');
  expect(await screen.findByRole('link', { name: 'Состояние' })).toHaveAttribute('href', '/settings/status');
  unmount();
  session.features.set({ ...EVERY_ADDITION, status: false });
  session.permissions.set({ news: 'read' });
  const company = renderOnStage(<CompanyPage />, '/settings/company-profile');
  await screen.findByRole('link', { name: 'Журнал' });
  expect(screen.queryByRole('link', { name: 'Состояние' })).toBeNull();
  company.unmount();
  renderOnStage(<StatusPage />, '/settings/status');
  await screen.findByText('Для вас доступ закрыт');
  expect(server.callsTo(STATUS)).toHaveLength(0);
});
