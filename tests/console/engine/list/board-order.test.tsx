import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { session } from '#console/data/session/session.ts';
import { scrollSpeed } from '#console/engine/board/board-scroll.ts';
import type { ResourceInput } from '#resources/language/define-resource.ts';
import { EVERY_ADDITION } from '#resources/language/features.ts';
import { drop, lift } from '#tests/support/console/board-hand.tsx';
import { madeUp } from '#tests/support/console/definitions.ts';
import { openSection, signedIn } from '#tests/support/console/engine-stage.tsx';
import { rowsInWindow } from '#tests/support/console/rows-in-window.ts';
import type { WireCall } from '#tests/support/console/server.ts';
import { said } from '#tests/support/console/stage.tsx';

jest.mock('@hello-pangea/dnd', () =>
  jest
    .requireActual<typeof import('#tests/support/console/board-hand.tsx')>('#tests/support/console/board-hand.tsx')
    .dragLibrary(),
);

const SECTION: Partial<ResourceInput> = {
  fields: {
    label: { kind: 'text', label: 'Что сделать', required: true },
    note: { kind: 'text', label: 'Отметка', max: 20 },
    stage: {
      kind: 'state',
      label: 'Состояние',
      states: [
        { value: 'queue', label: 'В очереди' },
        { value: 'done', label: 'Сделано', final: true },
      ],
      moves: [{ name: 'finish', label: 'Сделать', from: ['queue'], to: 'done', asks: [{ field: 'note' }] }],
    },
  },
  list: { layout: 'board', order: 'manual', columns: ['label', 'stage'] },
  card: { title: 'label', fields: ['stage'] },
  form: [{ fields: ['label', 'stage'] }],
};

interface Work {
  id: number;
  label: string;
  stage: string;
  order: number;
}

/** Opens the board of four works in the queue; the server keeps their order. */
async function open({ level = 'write', isRefused = false } = {}) {
  rowsInWindow({ window: 600, row: 80 });
  const works = [1, 2, 3, 4].map((id): Work => ({ id, label: `Работа ${id}`, stage: 'queue', order: id }));
  const place = (
    id: number,
    { state, after, before }: { state?: string; after: number | null; before: number | null },
  ) => {
    const orderOf = (other: number | null) => works.find((work) => work.id === other)?.order;
    const work = works.find((other) => other.id === id);
    const [above, below] = [orderOf(after), orderOf(before)];
    const order = above === undefined ? (below ?? 1) - 1 : (above + (below ?? above + 2)) / 2;
    const answer = { state, order, was: work?.order ?? null };
    if (work) work.order = answer.order;
    return answer;
  };
  const answers = works.map(({ id }) => ({
    [`POST /api/records/keys/${id}/order/`]: ({ body }: WireCall) =>
      isRefused
        ? { status: 409, json: { detail: 'Сейчас «Сделано»', code: 'move_closed' } }
        : { json: place(id, body as never) },
    [`POST /api/records/keys/${id}/order/undo/`]: ({ body }: WireCall) => {
      const work = works.find((other) => other.id === id);
      if (work) work.order = Number((body as { was: number }).was);
      return { json: { order: work?.order } };
    },
    [`POST /api/records/keys/${id}/move/`]: ({ body }: WireCall) => {
      const work = works.find((other) => other.id === id);
      place(id, (body as { order: never }).order);
      if (work) work.stage = 'done';
      return { json: work };
    },
  }));
  const server = signedIn(level, {
    'GET /api/records/keys': ({ url }: WireCall) => {
      const query = new URL(url, 'http://console').searchParams;
      const { stage } = JSON.parse(query.get('filter') ?? '{}') as { stage?: string };
      const column = works.filter((work) => work.stage === stage);
      const isOrdered = query.get('board_order') === 'true';
      const json = isOrdered ? column.toSorted((one, other) => one.order - other.order) : column;
      return { json, headers: { 'content-range': `keys 0-${json.length}/${json.length}` } };
    },
    ...Object.assign({}, ...answers),
  });
  openSection(madeUp(SECTION), '/keys');
  await waitFor(async () => expect(await cardsIn('В очереди')).toBe('1 2 3 4'));
  return { server };
}

/** Numbers of the works in a column. */
async function cardsIn(name: string): Promise<string> {
  const column = within(await screen.findByRole('region', { name }));
  const cards = column.queryAllByRole('article').map((card) => card.getAttribute('aria-label')?.replace('Работа ', ''));
  return cards.join(' ');
}
const posts = ({ calls }: { calls: readonly WireCall[] }) => calls.filter(({ method }) => method === 'POST');

afterEach(() => session.features.set(EVERY_ADDITION));

test('a card dropped between two others of its column stays there, says so, and Z takes it back', async () => {
  const { server } = await open();
  lift(4);
  drop(4, 'queue', 'queue', 1);
  await waitFor(async () => expect(await cardsIn('В очереди')).toBe('1 4 2 3'));
  await said('Порядок изменён');
  expect(posts(server).map(({ url, body }) => [url, body])).toEqual([
    ['/api/records/keys/4/order/', { state: 'queue', after: 1, before: 2 }],
  ]);
  await userEvent.keyboard('z');
  await waitFor(async () => expect(await cardsIn('В очереди')).toBe('1 2 3 4'));
  expect(posts(server).at(-1)).toMatchObject({
    url: '/api/records/keys/4/order/undo/',
    body: { state: 'queue', order: 1.5, was: 4 },
  });
});

test('a card dropped where it stands, or of a person who may not change it, sends nothing', async () => {
  const { server } = await open();
  lift(2);
  drop(2, 'queue', 'queue', 1);
  await act(async () => undefined);
  expect([await cardsIn('В очереди'), posts(server)]).toEqual(['1 2 3 4', []]);
});

test('a reader sees the order and sends none', async () => {
  const { server } = await open({ level: 'read' });
  lift(2);
  drop(2, 'queue', 'queue', 3);
  await act(async () => undefined);
  expect([await cardsIn('В очереди'), posts(server)]).toEqual(['1 2 3 4', []]);
});

test('a place that the server refuses takes the card back', async () => {
  const { server } = await open({ isRefused: true });
  lift(1);
  drop(1, 'queue', 'queue', 3);
  await waitFor(() => expect(posts(server)).toHaveLength(1));
  await waitFor(async () => expect(await cardsIn('В очереди')).toBe('1 2 3 4'));
});

test('a card carried to another column stands where it was dropped, also after the dialog of the move', async () => {
  const { server } = await open();
  for (const [id, index] of [
    [1, 0],
    [3, 0],
    [2, 1],
  ] as const) {
    lift(id);
    drop(id, 'queue', 'done', index);
    const dialog = within(await screen.findByRole('dialog', { name: 'Сделать' }));
    await userEvent.click(await dialog.findByRole('button', { name: 'Сделать' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(async () => expect(await cardsIn('Сделано')).toContain(String(id)));
  }
  await waitFor(async () => expect(await cardsIn('Сделано')).toBe('3 2 1'));
  expect(posts(server).map(({ body }) => (body as { order: object }).order)).toEqual([
    { after: null, before: null },
    { after: null, before: 1 },
    { after: 3, before: 1 },
  ]);
});

test('where the server keeps no order by hand, it is not asked for and a card keeps its place in its column', async () => {
  session.features.set({ ...EVERY_ADDITION, boardOrder: false });
  const { server } = await open();
  lift(4);
  drop(4, 'queue', 'queue', 0);
  await act(async () => undefined);
  expect([await cardsIn('В очереди'), posts(server)]).toEqual(['1 2 3 4', []]);
  expect(server.calls.filter(({ url }) => url.includes('board_order'))).toEqual([]);
});

test('a board scrolls by itself near its edges, the faster the nearer', () => {
  const board = { left: 100, right: 1100 };
  expect(scrollSpeed(600, board)).toBe(0);
  expect(scrollSpeed(1010, board)).toBeGreaterThan(0);
  expect(scrollSpeed(1090, board)).toBeGreaterThan(scrollSpeed(1010, board));
  expect(scrollSpeed(1300, board)).toBe(scrollSpeed(1100, board));
  expect(scrollSpeed(110, board)).toBe(-scrollSpeed(1090, board));
  expect(scrollSpeed(5, { left: 0, right: 0 })).toBe(0);
});
