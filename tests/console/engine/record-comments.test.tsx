import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { keptText } from '#console/data/drafts/kept-values.ts';
import { notifyLiveFrame } from '#console/data/live/live-frames.ts';
import { session } from '#console/data/session/session.ts';
import { EVERY_ADDITION } from '#resources/language/features.ts';
import { madeUp } from '#tests/support/console/definitions.ts';
import { openSection, signedIn } from '#tests/support/console/engine-stage.tsx';
import type { WireCall } from '#tests/support/console/server.ts';
import { said } from '#tests/support/console/stage.tsx';

const COMMENTS = '/api/records/keys/1/comments/';
const KEY = { id: 1, label: 'Подвал', record_version: 'v1' };
const ME = 5;

interface Comment {
  id: number;
  at: string;
  by: { user: number; name: string };
  message: string;
}
const comment = (id: number, message: string, user = 9): Comment => ({
  id,
  at: '2026-11-26T08:00:00.000Z',
  by: { user, name: user === ME ? 'Пётр Зимин' : 'Анна Лебедева' },
  message,
});

/** Opens the card of a key with these comments, the newest first. */
async function open({
  kept = [comment(1, 'Запасной у консьержа')],
  comments = true,
  additions = EVERY_ADDITION as object,
  refusal = null as object | null,
} = {}) {
  let [list, follows] = [[...kept], false];
  const server = signedIn('read', {
    'GET /api/records/keys': () => ({ json: [KEY], headers: { 'content-range': 'keys 0-0/1' } }),
    'GET /api/records/keys/1': { json: KEY },
    'GET /api/records/keys/1/history/': { json: { results: [], before: null } },
    [`GET ${COMMENTS}`]: ({ url }: WireCall) => {
      const before = Number(new URL(url, location.href).searchParams.get('before') ?? Number.POSITIVE_INFINITY);
      const page = list.filter(({ id }) => id < before).slice(0, 2);
      const last = page.at(-1)?.id ?? 0;
      return { json: { results: page, before: list.some(({ id }) => id < last) ? last : null, follows } };
    },
    [`POST ${COMMENTS}`]: ({ body }: WireCall) => {
      if (refusal) return { status: 400, json: refusal };
      const next = comment(100 + list.length, (body as { message: string }).message, ME);
      [list, follows] = [[next, ...list], true];
      return { status: 201, json: next };
    },
    [`DELETE ${COMMENTS}2/`]: () => {
      list = list.filter(({ id }) => id !== 2);
      return { status: 204 };
    },
    'PUT /api/records/keys/1/following/': ({ body }: WireCall) => {
      follows = (body as { follows: boolean }).follows;
      return { json: { follows } };
    },
  });
  session.features.set(additions as never);
  session.userId.set(String(ME));
  openSection(
    madeUp({ card: { title: 'label', fields: ['label'] }, ...(comments ? { comments: true } : {}) }),
    '/keys?id=1',
  );
  await screen.findAllByText('Подвал');
  return { server, add: (one: Comment) => (list = [one, ...list]) };
}

const field = () => screen.findByRole('textbox', { name: 'Комментарий' });
const messages = () =>
  screen.queryAllByRole('listitem').map((item) => within(item).queryByText(/./, { selector: 'p' })?.textContent);

test('the card shows comments with their authors, the newest first, and further ones at a press', async () => {
  await open({ kept: [comment(3, 'Третий'), comment(2, 'Второй'), comment(1, 'Первый')] });
  expect(await screen.findByText('Третий')).toBeVisible();
  expect(screen.getAllByText('Анна Лебедева')).toHaveLength(2);
  expect(messages()).toEqual(['Третий', 'Второй']);
  await userEvent.click(screen.getByRole('button', { name: 'Показать ещё' }));
  await waitFor(() => expect(messages()).toEqual(['Третий', 'Второй', 'Первый']));
});

test('a comment is sent by Ctrl+Enter or the button, stands first, and is said; its author follows the record from then on', async () => {
  const { server } = await open();
  await userEvent.type(await field(), '  Отдан новому жильцу {Control>}{Enter}{/Control}');
  await waitFor(() => expect(messages()[0]).toBe('Отдан новому жильцу'));
  await said('Комментарий добавлен');
  expect(server.callsTo(`POST ${COMMENTS}`).map(({ body }) => body)).toEqual([{ message: 'Отдан новому жильцу' }]);
  expect(await screen.findByRole('button', { name: 'Вы следите' })).toBeVisible();
  expect(await field()).toHaveValue('');
});

test('what was typed stays when it is refused, and when the card is closed', async () => {
  await open({ refusal: { message: ['Слишком длинно'] } });
  await userEvent.type(await field(), 'Отдан');
  await userEvent.click(screen.getByRole('button', { name: 'Отправить' }));
  await waitFor(async () => expect(await field()).toHaveValue('Отдан'));
  expect(keptText('/keys?comment=1', 'message')).toBe('Отдан');
});

test('a person deletes their own comments alone, after a question', async () => {
  await open({ kept: [comment(2, 'Мой', ME), comment(1, 'Чужой')] });
  await screen.findByText('Мой');
  const buttons = screen.getAllByRole('button', { name: 'Удалить комментарий' });
  expect(buttons).toHaveLength(1);
  await userEvent.click(buttons[0] as HTMLElement);
  const dialog = await screen.findByRole('dialog', { name: 'Удалить комментарий?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Удалить комментарий' }));
  await waitFor(() => expect(messages()).toEqual(['Чужой']));
  await said('Комментарий удалён');
});

test('a person follows a record and does so no more, and each is said', async () => {
  const { server } = await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Следить' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Вы следите' }));
  expect(await screen.findByRole('button', { name: 'Следить' })).toBeVisible();
  expect(server.callsTo('PUT /api/records/keys/1/following/').map(({ body }) => body)).toEqual([
    { follows: true },
    { follows: false },
  ]);
  await said('Вы больше не следите за записью');
});

test('what another person writes stands there at once', async () => {
  const { add } = await open();
  await screen.findByText('Запасной у консьержа');
  add(comment(2, 'Вернули'));
  act(() => notifyLiveFrame({ type: 'record-moved', section: 'keys', id: 1 }));
  expect(await screen.findByText('Вернули')).toBeVisible();
});

test.each([
  ['a section without comments', { comments: false }],
  ['a server without them', { additions: {} }],
])('%s shows none and asks for none', async (_what, options) => {
  const { server } = await open(options);
  await screen.findByText('История изменений');
  expect([screen.queryByText('Комментарии'), server.callsTo(`GET ${COMMENTS}`)]).toEqual([null, []]);
});
