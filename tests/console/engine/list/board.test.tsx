import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ResourceInput } from '#resources/language/define-resource.ts';
import { MS } from '#resources/limits.ts';
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

const LIST = 'GET /api/records/keys';

const SECTION: Partial<ResourceInput> = {
  fields: {
    label: { kind: 'text', label: 'Что открывает', required: true },
    note: { kind: 'text', label: 'Отметка', max: 20 },
    stage: {
      kind: 'state',
      label: 'Состояние',
      states: [
        { value: 'here', label: 'На месте', colour: 'success' },
        { value: 'out', label: 'Выдан', colour: 'warning' },
        { value: 'lost', label: 'Утерян', colour: 'danger', final: true },
      ],
      moves: [
        { name: 'give', label: 'Выдать', from: ['here'], to: 'out' },
        { name: 'return', label: 'Принять', from: ['out'], to: 'here', asks: [{ field: 'note', required: true }] },
        {
          name: 'lose',
          label: 'Списать',
          from: ['here', 'out'],
          to: 'lost',
          when: { that: 'note != ""', hint: 'Сначала запишите, где потерян' },
        },
      ],
    },
  },
  list: { layout: 'board', columns: ['label', 'stage', 'note'], search: ['label'], menu: ['edit'] },
  card: { title: 'label', fields: ['stage', 'note'] },
  form: [{ fields: ['label', 'stage', 'note'] }],
};

interface Key {
  id: number;
  label: string;
  stage: string;
  note: string | null;
  record_version: string;
}
const key = (id: number, stage: string, label = `Ключ ${id}`): Key => ({
  id,
  label,
  stage,
  note: null,
  record_version: 'v1',
});

const queryIn = (url: string) => new URL(url, 'http://console').searchParams;

/** Opens the board of these keys; the server filters, pages and moves them. */
async function open({
  keys = [key(1, 'here'), key(2, 'here'), key(3, 'out')],
  level = 'write',
  refusal = {},
  /** Moves are answered after it. */
  gate = Promise.resolve(),
  section = SECTION,
} = {}) {
  rowsInWindow({ window: 600, row: 80 });
  const stored = structuredClone(keys);
  const move = (id: number) => ({
    [`POST /api/records/keys/${id}/move/`]: async ({ body }: WireCall) => {
      await gate;
      if (Object.keys(refusal).length) return { status: 409, json: refusal };
      const {
        move: name,
        values,
        record_version: seen,
      } = body as Record<'move' | 'record_version', string> & {
        values: object;
      };
      const one = stored.find((other) => other.id === id);
      if (seen !== one?.record_version) return { status: 409, json: { code: 'record_changed', detail: 'Изменилась' } };
      Object.assign(one ?? {}, values, {
        stage: { give: 'out', return: 'here', lose: 'lost' }[name],
        record_version: `${seen}+`,
      });
      return { json: one };
    },
    [`POST /api/records/keys/${id}/move/undo/`]: () => {
      const one = stored.find((other) => other.id === id);
      Object.assign(
        one ?? {},
        keys.find((other) => other.id === id),
      );
      return { json: one };
    },
    [`GET /api/records/keys/${id}`]: () => ({ json: stored.find((other) => other.id === id) }),
    [`GET /api/records/keys/${id}/history/`]: { json: { results: [], before: null } },
  });
  const server = signedIn(level, {
    [LIST]: ({ url }: WireCall) => {
      const query = queryIn(url);
      const filter = JSON.parse(query.get('filter') ?? '{}') as { stage?: string; q?: string };
      const [from, to] = JSON.parse(query.get('range') ?? '[0,29]') as [number, number];
      const all = stored.filter(
        ({ stage, label }) => (!filter.stage || stage === filter.stage) && label.includes(filter.q ?? ''),
      );
      const page = all.slice(from, to + 1);
      return { json: page, headers: { 'content-range': `keys ${from}-${from + page.length - 1}/${all.length}` } };
    },
    ...Object.assign({}, ...keys.map(({ id }) => move(id))),
  });
  const page = openSection(madeUp(section), '/keys');
  await screen.findByRole('region', { name: 'На месте' });
  return { server, stored, ...page };
}

const column = async (name: string, hidden = false) => within(await screen.findByRole('region', { name, hidden }));
/** Names of the cards in a column. @param hidden whether a dialog stands over the board */
const shownIn = async (name: string, hidden = false) =>
  (await column(name, hidden)).queryAllByRole('article', { hidden }).map((card) => card.getAttribute('aria-label'));
const posts = ({ calls }: { calls: readonly WireCall[] }) => calls.filter(({ method }) => method === 'POST');

/** Gives the first key and drops its card back while the call is on its way; the server answers then. @param refusal of the first move */
async function dropBackOnItsWay(refusal = {}) {
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { server } = await open({ keys: [key(1, 'here')], gate, refusal });
  await waitFor(async () => expect(await shownIn('На месте')).toEqual(['Ключ 1']));
  lift(1);
  drop(1, 'here', 'out');
  await waitFor(async () => expect(await shownIn('Выдан')).toEqual(['Ключ 1']));
  lift(1);
  drop(1, 'out', 'here');
  release();
  return server;
}

test('the columns are the states with their counts, and a card stands in that of its state', async () => {
  await open();
  await waitFor(async () => expect(await shownIn('На месте')).toEqual(['Ключ 1', 'Ключ 2']));
  expect(await shownIn('Выдан')).toEqual(['Ключ 3']);
  expect(await shownIn('Утерян')).toEqual([]);
  const heads = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(heads).toEqual(['На месте2', 'Выдан1', 'Утерян0']);
});

test('a card dropped into a column makes the move that leads there, says so, and Z takes it back', async () => {
  const { server } = await open();
  await waitFor(async () => expect(await shownIn('На месте')).toHaveLength(2));
  lift(1);
  expect(drop(1, 'here', 'out')).toEqual(['Карточка опущена. Колонка «Выдан», место 1.']);
  await waitFor(async () => expect(await shownIn('Выдан')).toEqual(['Ключ 1', 'Ключ 3']));
  await said('Теперь «Выдан»');
  expect(posts(server).map(({ body }) => body)).toMatchObject([{ move: 'give', values: {}, record_version: 'v1' }]);
  await userEvent.keyboard('z');
  await waitFor(async () => expect(await shownIn('На месте')).toEqual(['Ключ 1', 'Ключ 2']));
  expect(posts(server)).toHaveLength(2);
});

test('a move that asks opens its dialog; given up, the card is back where it was; answered, it has moved', async () => {
  const { server } = await open();
  await waitFor(async () => expect(await shownIn('Выдан')).toEqual(['Ключ 3']));
  lift(3);
  drop(3, 'out', 'here');
  const dialog = within(await screen.findByRole('dialog', { name: 'Принять' }));
  expect(await shownIn('На месте', true)).toContain('Ключ 3');
  await userEvent.click(await dialog.findByRole('button', { name: 'Не сейчас' }));
  await waitFor(async () => expect(await shownIn('Выдан')).toEqual(['Ключ 3']));
  expect(posts(server)).toEqual([]);

  lift(3);
  drop(3, 'out', 'here');
  const again = within(await screen.findByRole('dialog', { name: 'Принять' }));
  await userEvent.type(await again.findByLabelText(/^Отметка/), 'цел');
  await userEvent.click(again.getByRole('button', { name: 'Принять' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(async () => expect(await shownIn('На месте')).toContain('Ключ 3'));
  expect(posts(server).map(({ body }) => body)).toMatchObject([{ move: 'return', values: { note: 'цел' } }]);
});

test('a move that is to be held opens its dialog for a dropped card', async () => {
  const section = structuredClone(SECTION);
  const stage = section.fields?.stage;
  if (stage?.kind !== 'state') throw new Error('The section has no states');
  const moves = stage.moves.map((move) => (move.name === 'give' ? { ...move, hold: true } : move));
  const { server } = await open({ section: { ...section, fields: { ...section.fields, stage: { ...stage, moves } } } });
  await waitFor(async () => expect(await shownIn('На месте')).toHaveLength(2));
  lift(1);
  drop(1, 'here', 'out');
  const button = await within(await screen.findByRole('dialog', { name: 'Выдать' })).findByRole('button', {
    name: 'Выдать',
  });
  await userEvent.pointer([{ keys: '[MouseLeft>]', target: button }]);
  expect(posts(server)).toEqual([]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), { timeout: MS.hold + 2_000 });
  expect(posts(server).map(({ body }) => body)).toMatchObject([{ move: 'give' }]);
});

test('a card is carried on while its move is on its way: the next move is that of its new state, and waits', async () => {
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const keys = [{ ...key(1, 'here'), note: 'у дворника' }];
  const { server } = await open({ keys, gate });
  await waitFor(async () => expect(await shownIn('На месте')).toEqual(['Ключ 1']));
  lift(1);
  drop(1, 'here', 'out');
  await waitFor(async () => expect(await shownIn('Выдан')).toEqual(['Ключ 1']));
  lift(1);
  drop(1, 'out', 'lost');
  await waitFor(async () => expect(await shownIn('Утерян')).toEqual(['Ключ 1']));
  expect(posts(server)).toHaveLength(1);
  release();
  await said('Теперь «Утерян»');
  expect(posts(server).map(({ body }) => body)).toMatchObject([
    { move: 'give', record_version: 'v1' },
    { move: 'lose', record_version: 'v1+' },
  ]);
  expect(await shownIn('Утерян')).toEqual(['Ключ 1']);
});

test('a move that asks, of a card that is on its way, asks of the record as it is then', async () => {
  const server = await dropBackOnItsWay();
  const dialog = within(await screen.findByRole('dialog', { name: 'Принять' }));
  await userEvent.type(await dialog.findByLabelText(/^Отметка/), 'цел');
  await userEvent.click(dialog.getByRole('button', { name: 'Принять' }));
  await waitFor(async () => expect(await shownIn('На месте')).toEqual(['Ключ 1']));
  expect(posts(server).map(({ body }) => body)).toMatchObject([
    { move: 'give', record_version: 'v1' },
    { move: 'return', record_version: 'v1+' },
  ]);
});

test('a move that asks, of a card whose move on its way fails, asks nothing: the card is back where it was', async () => {
  const server = await dropBackOnItsWay({ detail: 'Ключ уже у другого', code: 'conflict' });
  await waitFor(() => expect(server.callsTo(LIST).length).toBeGreaterThan(3));
  await waitFor(async () => expect(await shownIn('На месте')).toEqual(['Ключ 1']));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(posts(server)).toHaveLength(1);
});

test('a card dropped where no move of it leads stays, and nothing is sent', async () => {
  const { server } = await open();
  await waitFor(async () => expect(await shownIn('На месте')).toHaveLength(2));
  // The move to «Утерян» waits for a note.
  lift(1);
  drop(1, 'here', 'lost');
  lift(1);
  drop(1, 'here', 'here');
  await act(async () => undefined);
  expect(await shownIn('На месте')).toEqual(['Ключ 1', 'Ключ 2']);
  expect(posts(server)).toEqual([]);
});

test('a move that the server refuses takes the card back', async () => {
  const { server } = await open({ refusal: { detail: 'Ключ уже у другого', code: 'conflict' } });
  await waitFor(async () => expect(await shownIn('На месте')).toHaveLength(2));
  lift(2);
  drop(2, 'here', 'out');
  await waitFor(() => expect(posts(server)).toHaveLength(1));
  await waitFor(async () => expect(await shownIn('На месте')).toEqual(['Ключ 1', 'Ключ 2']));
  expect(await shownIn('Выдан')).toEqual(['Ключ 3']);
});

test('a column loads its next cards at its end, and no card twice', async () => {
  const keys = Array.from({ length: 70 }, (_, at) => key(at + 1, 'here'));
  const { server } = await open({ keys });
  const ranges = () =>
    server.calls
      .map(({ url }) => queryIn(url))
      .filter((query) => query.get('filter')?.includes('"here"'))
      .map((query) => query.get('range'));
  await waitFor(async () => expect((await shownIn('На месте')).length).toBeGreaterThan(0));
  expect(ranges()).toEqual(['[0,29]']);
  const scroller = (await screen.findByRole('region', { name: 'На месте' })).querySelector('[data-rfd-droppable-id]');
  await waitFor(() => {
    act(() => {
      scroller?.scrollTo({ top: 0 });
      scroller?.scrollTo({ top: 1_000_000 });
    });
    expect(ranges().slice(0, 2)).toEqual(['[0,29]', '[30,59]']);
  });
});

test('a person without the right to change sees the board and can lift no card', async () => {
  await open({ level: 'read' });
  await waitFor(async () => expect(await shownIn('На месте')).toHaveLength(2));
  const handles = document.querySelectorAll('[data-rfd-drag-handle-draggable-id]');
  expect([...handles].filter((handle) => handle.getAttribute('draggable') === 'true')).toEqual([]);
});

test('a click on a card opens the record beside the board', async () => {
  const { where } = await open();
  await waitFor(async () => expect(await shownIn('На месте')).toHaveLength(2));
  const card = (await column('На месте')).getByRole('article', { name: 'Ключ 2' });
  await userEvent.click(card.querySelector('[data-card]') as HTMLElement);
  expect(where()).toBe('/keys?id=2');
  expect(await screen.findByRole('complementary', { name: 'Ключ 2' })).toBeInTheDocument();
});
