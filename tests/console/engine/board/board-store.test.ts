import { jest } from '@jest/globals';
import { RequestError } from '#console/data/http/request-error.ts';
import { BoardStore, type MovePlan } from '#console/engine/board/board-store.ts';
import { addPage, type Columns, type PlacedCard } from '#console/engine/board/columns.ts';

/** Orders of goods, which no section has: the store knows its board by the rules alone. */
interface Order extends PlacedCard {
  readonly status: 'new' | 'paid';
  readonly payer?: string;
}
type Status = Order['status'];

const makeStore = () =>
  new BoardStore<Order, Status, MovePlan<Order>, string>({
    cardState: ({ status }) => status,
    moves: ({ status }) => (status === 'new' ? { new: 'reorder', paid: 'pay' } : { new: 'forbidden', paid: 'reorder' }),
    plan: (_columns, card, to) => {
      if (card.status === 'paid' && to === 'new') return null;
      return { asks: card.status === to ? null : 'payer', change: { status: to, order: 1 } };
    },
    undoTime: 60_000,
  });

const A: Order = { id: 1, order: 1, status: 'new' };
const B: Order = { id: 2, order: 2, status: 'paid' };
const COLUMNS: Columns<Order, Status> = { new: addPage(undefined, [A], 9), paid: addPage(undefined, [B], 9) };
const idsOf = (columns: Columns<Order, Status>, status: Status) => columns[status].cards.map(({ id }) => id);

/** A sender whose answer the test gives. */
function stubSender() {
  let [answer, fail] = [(_changed: Partial<Order>): void => undefined, (_error: Error): void => undefined];
  const promise = new Promise<Partial<Order>>((resolve, reject) => {
    [answer, fail] = [resolve, reject];
  });
  return {
    answer: (changed: Partial<Order> = {}) => answer(changed),
    fail,
    send: jest.fn((_card: Order, _plan: MovePlan<Order>) => promise),
    didNotArrive: (error: unknown) => !(error instanceof RequestError && error.status === 409),
    refresh: jest.fn(async () => undefined),
  };
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 10));

test('a move that asks is shown, waits for its answer, and is taken off the board once the server has answered', async () => {
  const [store, sender] = [makeStore(), stubSender()];
  store.setSender(sender);
  store.open();
  expect(store.move(COLUMNS, A, 'paid', 0)).toBe(true);
  expect(idsOf(store.withPending(COLUMNS), 'paid')).toEqual([1, 2]);
  const { question } = store.getState();
  expect(question?.plan.asks).toBe('payer');
  expect(sender.send).not.toHaveBeenCalled();
  store.answer({ asks: 'payer', change: { status: 'paid', order: 1, payer: 'Ким' } });
  expect(store.withPending(COLUMNS).paid.cards[0]?.payer).toBe('Ким');
  await settled();
  expect(sender.send).toHaveBeenCalledTimes(1);
  sender.answer();
  await settled();
  expect(store.withPending(COLUMNS)).toBe(COLUMNS);
});

test('a forbidden move begins nothing; a dismissed question, and one of a closed page, leaves the board as it was', () => {
  const store = makeStore();
  store.setSender(stubSender());
  const close = store.open();
  expect(store.move(COLUMNS, B, 'new', 0)).toBe(false);
  store.move(COLUMNS, A, 'paid', 0);
  store.dismiss();
  expect(store.withPending(COLUMNS)).toBe(COLUMNS);
  store.move(COLUMNS, A, 'paid', 0);
  close();
  expect(store.getState().question).toBeNull();
  expect(store.withPending(COLUMNS)).toBe(COLUMNS);
});

test.each([
  ['on the page that sent it', false, true],
  ['after that page was closed', true, false],
])('a change that never arrives is taken back, and shown as a failure: %s', async (_name, isClosed, hasFailed) => {
  const [store, sender] = [makeStore(), stubSender()];
  store.setSender(sender);
  const close = store.open();
  store.move(COLUMNS, A, 'new', 0);
  await settled();
  if (isClosed) {
    close();
    store.open();
  }
  sender.fail(new RequestError('No network', 0, null, '/api/orders/', null));
  await settled();
  expect(store.getState()).toMatchObject({ hasFailed, pending: [] });
  expect(sender.refresh).toHaveBeenCalledTimes(1);
});

test('the second change of a card is sent after the first, with what that has changed of it', async () => {
  const [store, sender] = [makeStore(), stubSender()];
  store.setSender(sender);
  store.open();
  store.move(COLUMNS, A, 'new', 0);
  store.move(COLUMNS, A, 'new', 0);
  await settled();
  expect(sender.send).toHaveBeenCalledTimes(1);
  sender.answer({ payer: 'Ким' });
  await settled();
  expect(sender.send.mock.calls.map(([card]) => card)).toEqual([A, { ...A, payer: 'Ким' }]);
  // A change that begins once nothing is on its way is sent as it is loaded then.
  store.move(COLUMNS, A, 'new', 0);
  await settled();
  expect(sender.send.mock.lastCall?.[0]).toEqual(A);
});

test('the last move is undone once, and not after it was undone by other means', () => {
  const store = makeStore();
  const undo = jest.fn(async () => undefined);
  store.rememberUndo(undo);
  expect([store.undoLast(), store.undoLast()]).toEqual([true, false]);
  store.rememberUndo(undo);
  store.forgetUndo();
  expect(store.undoLast()).toBe(false);
  expect(undo).toHaveBeenCalledTimes(1);
});

test('a drag, a mark and the events of a board reach its listeners', () => {
  const store = makeStore();
  const listener = jest.fn();
  store.subscribe(listener);
  store.lift(1, COLUMNS);
  store.mark(1, { kind: 'held', name: 'Ринат Сафин' });
  store.mark(1, { kind: 'edited', name: 'Виктор Ким' });
  expect(store.getState().marks.get(1)?.kind).toBe('held');
  store.unmark(1);
  store.putDown();
  expect(store.getState()).toMatchObject({ lifted: null, drag: null, marks: new Map() });
  expect(listener).toHaveBeenCalledTimes(4);
  const began = performance.now();
  store.rememberEvent('moved');
  expect([store.eventsSince(began), store.connectedSince(began)]).toEqual([['moved'], false]);
});

test('a move that is still on its way is undone when it is answered, and not the one before it', async () => {
  const [store, sender] = [makeStore(), stubSender()];
  store.setSender(sender);
  store.open();
  const [first, second] = [jest.fn(async () => undefined), jest.fn(async () => undefined)];
  store.rememberUndo(first);
  store.move(COLUMNS, A, 'new', 0);
  expect(store.undoLast()).toBe(true);
  expect(first).not.toHaveBeenCalled();
  store.rememberUndo(second);
  sender.answer();
  await settled();
  expect(second).toHaveBeenCalledTimes(1);
  expect(store.undoLast()).toBe(false);
});

test('after a move that failed, the one before it can still be undone', async () => {
  const [store, sender] = [makeStore(), stubSender()];
  store.setSender(sender);
  store.open();
  const undo = jest.fn(async () => undefined);
  store.rememberUndo(undo);
  store.move(COLUMNS, A, 'new', 0);
  sender.fail(new RequestError('Refused', 409, null, '/api/orders/', null));
  await settled();
  expect(store.undoLast()).toBe(true);
  expect(undo).toHaveBeenCalledTimes(1);
});
