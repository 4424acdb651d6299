import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { deliver, forgetNotices } from '#console/data/live/notices.ts';
import { session } from '#console/data/session/session.ts';
import { crm } from '#tests/support/console/definitions.ts';
import { HOUSES, openSection, signedIn } from '#tests/support/console/engine-stage.tsx';
import { keys } from '#tests/support/console/keys.ts';
import type { Reply, WireCall } from '#tests/support/console/server.ts';
import { takeComplaints } from '#tests/support/console/setup.ts';

const LIST = 'GET /api/crm/keys/';
const OFFER = { name: 'Показать новые ключи' };
const items = jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get');
const area = jest.spyOn(Element.prototype, 'clientHeight', 'get');
const scrolled = jest.fn();
const known = globalThis.IntersectionObserver;
const ends = new Set<IntersectionObserverCallback>();
/** Whether the end of the list is in sight; an observer says so as soon as it observes, as in a browser. */
let inSight = false;

beforeEach(() => {
  items.mockReturnValue(200);
  area.mockReturnValue(900);
  inSight = false;
  ends.clear();
  Element.prototype.scrollTo = scrolled;
  scrolled.mockClear();
  globalThis.IntersectionObserver = class {
    seen: IntersectionObserverCallback;
    constructor(seen: IntersectionObserverCallback) {
      this.seen = seen;
    }
    observe = () => {
      ends.add(this.seen);
      queueMicrotask(() => ends.has(this.seen) && tell(this.seen));
    };
    disconnect = () => ends.delete(this.seen);
  } as unknown as typeof IntersectionObserver;
  act(() => forgetNotices());
});
afterEach(() => {
  items.mockReset();
  area.mockReset();
  globalThis.IntersectionObserver = known;
});

const tell = (seen: IntersectionObserverCallback) =>
  seen([{ isIntersecting: inSight } as IntersectionObserverEntry], {} as never);
/** The end comes into sight, or leaves it. */
const sight = (end: boolean) =>
  act(async () => {
    inSight = end;
    for (const seen of [...ends]) tell(seen);
  });

let rows = keys(5);
const numberOf = (url: string) => Number(new URLSearchParams(url.split('?')[1]).get('page') ?? '1');
/** Two keys a page, by the next link. */
const paged = ({ url }: WireCall): Reply => {
  const page = numberOf(url);
  const next = page * 2 < rows.length ? `http://elsewhere/api/crm/keys/?page=${page + 1}` : null;
  return { json: { results: rows.slice((page - 1) * 2, page * 2), next } };
};
const feed = () =>
  crm({ paging: 'next', pageSize: 2, scope: 'buildings_id' }, { list: { layout: 'feed', menu: ['hold-delete'] } });
const titles = () => screen.queryAllByRole('heading', { level: 2 }).map((title) => title.textContent);
const notice = (id: string) => ({ id, message: '', ref: '', sentBy: 'Ольга', subtype: '', type: 'keys' });

beforeEach(() => {
  rows = keys(5);
});

describe('a further page that does not come', () => {
  test('NEWS-05: is asked for once, not without end; the button asks again', async () => {
    let broken = true;
    const server = signedIn('write', {
      [LIST]: (call: WireCall) =>
        broken && numberOf(call.url) === 2 ? { status: 500, json: { error: 'Склад закрыт' } } : paged(call),
    });
    const second = () => server.callsTo(LIST).filter(({ url }) => numberOf(url) === 2);
    inSight = true;
    openSection(feed(), '/keys');
    expect(await screen.findByText('Не загрузилось')).toBeVisible();
    await sight(true);
    expect(second()).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'Повторить' }));
    await waitFor(() => expect(second()).toHaveLength(2));
    await screen.findByText('Не загрузилось');
    // A person who leaves the end and comes back to it has it asked for as well.
    await sight(false);
    expect(second()).toHaveLength(2);
    broken = false;
    await sight(true);
    expect(await screen.findByText('Ключ 003')).toBeVisible();
    expect(second()).toHaveLength(3);
    expect(screen.queryByText('Не загрузилось')).toBeNull();
    expect(takeComplaints().join()).toContain('Склад закрыт');
  });
});

describe('a deleted record', () => {
  test('NEWS-09: is gone before the list has been fetched anew, and scrolling does not bring it back', async () => {
    const server = signedIn('write', { [LIST]: paged, 'DELETE /api/crm/keys/1/': { json: {} } });
    openSection(feed(), '/keys');
    await screen.findByText('Ключ 001');
    let answer: (() => void) | undefined;
    server.answer(LIST, (call) => new Promise((done) => (answer = () => done(paged(call)))));
    await userEvent.click(screen.getByRole('button', { name: 'Действия: Ключ 001' }));
    fireEvent.keyDown(await screen.findByRole('menuitem', { name: 'Удалить' }), { key: 'Enter' });
    await waitFor(() => expect(titles()).toEqual(['Ключ 002']));
    await waitFor(() => expect(answer).toBeDefined());
    const before = server.callsTo(LIST).length;
    await sight(true);
    expect(server.callsTo(LIST)).toHaveLength(before);
    expect(titles()).toEqual(['Ключ 002']);
    rows = rows.slice(1);
    server.answer(LIST, paged);
    await act(async () => answer?.());
    await waitFor(() => expect(titles()).toEqual(['Ключ 002', 'Ключ 003', 'Ключ 004', 'Ключ 005']));
  });
});

describe('coming back', () => {
  /** Where the reader stood, px. */
  const PLACE = 340;
  const places = () => scrolled.mock.calls.map(([to]) => to.top);

  const leaveAndReturn = async (meanwhile: (stage: ReturnType<typeof openSection>) => void = () => undefined) => {
    const server = signedIn('write', { [LIST]: paged });
    const stage = openSection(feed(), '/keys');
    await screen.findByText('Ключ 001');
    await sight(true);
    await screen.findByText('Ключ 005');
    await sight(false);
    const top = jest.spyOn(Element.prototype, 'scrollTop', 'get').mockReturnValue(PLACE);
    for (let up: Element | null = screen.getByRole('list'); up; up = up.parentElement) fireEvent.scroll(up);
    const before = server.callsTo(LIST).length;
    await act(() => stage.router.navigate('/elsewhere'));
    top.mockRestore();
    scrolled.mockClear();
    meanwhile(stage);
    await act(() => stage.router.navigate(-1));
    await screen.findByText('Ключ 001');
    return { server, calls: () => server.callsTo(LIST).slice(before) };
  };

  test('NEWS-05: finds all that had been scrolled to, and asks for nothing', async () => {
    const { calls } = await leaveAndReturn();
    expect(titles()).toHaveLength(5);
    expect(calls()).toEqual([]);
    expect(places()).toContain(PLACE);
  });

  test('NEWS-05: what was published meanwhile is offered, until the first page is fetched', async () => {
    const { calls } = await leaveAndReturn(() => void act(() => void deliver(notice('21'))));
    await userEvent.click(screen.getByRole('button', OFFER));
    await waitFor(() => expect(screen.queryByRole('button', OFFER)).toBeNull());
    expect(calls().map(({ url }) => numberOf(url))).toEqual([1]);
  });

  test('NEWS-05: where the pages are no longer there the list begins at its top', async () => {
    await leaveAndReturn(({ queryClient }) => queryClient.clear());
    await waitFor(() => expect(titles()).toEqual(['Ключ 001', 'Ключ 002']));
    expect(places()).not.toContain(PLACE);
  });
});

describe('what others publish', () => {
  test('NEWS-03: is offered above an empty feed too', async () => {
    rows = [];
    signedIn('write', { [LIST]: paged });
    openSection(feed(), '/keys');
    await screen.findByText('Ключей пока нет');
    expect(screen.queryByRole('button', OFFER)).toBeNull();
    act(() => void deliver(notice('22')));
    rows = keys(1);
    await userEvent.click(screen.getByRole('button', OFFER));
    expect(await screen.findByText('Ключ 001')).toBeVisible();
    expect(screen.queryByRole('button', OFFER)).toBeNull();
  });

  test('NEWS-05: a further page does not withdraw the offer', async () => {
    signedIn('write', { [LIST]: paged });
    openSection(feed(), '/keys');
    await screen.findByText('Ключ 001');
    act(() => void deliver(notice('23')));
    await sight(true);
    await screen.findByText('Ключ 005');
    expect(screen.getByRole('button', OFFER)).toBeVisible();
  });
});

test('NEWS-04: another choice of buildings begins at the top, with one page, and drops the offer', async () => {
  const server = signedIn('write', { [LIST]: paged });
  openSection(feed(), '/keys');
  await screen.findByText('Ключ 001');
  await sight(true);
  await screen.findByText('Ключ 005');
  await sight(false);
  act(() => void deliver(notice('24')));
  expect(screen.getByRole('button', OFFER)).toBeVisible();
  const before = server.callsTo(LIST).length;
  scrolled.mockClear();
  const [building] = HOUSES;
  await act(async () => session.checkedBuildings.set([building?.id ?? 0]));
  await waitFor(() => expect(server.callsTo(LIST).length).toBeGreaterThan(before));
  expect(scrolled).toHaveBeenCalledWith({ top: 0 });
  await waitFor(() => expect(titles()).toEqual(['Ключ 001', 'Ключ 002']));
  expect(server.callsTo(LIST).slice(before)).toHaveLength(1);
  expect(screen.queryByRole('button', OFFER)).toBeNull();
});
