import { act, fireEvent, screen } from '@testing-library/react';
import { deliver, forgetNotices } from '#console/data/live/notices.ts';
import { session } from '#console/data/session/session.ts';
import { pass, stopClock } from '#tests/support/console/clock.ts';
import { crm } from '#tests/support/console/definitions.ts';
import { HOUSES, openSection, signedIn } from '#tests/support/console/engine-stage.tsx';
import { keys } from '#tests/support/console/keys.ts';
import type { Reply, WireCall } from '#tests/support/console/server.ts';
import { takeComplaints } from '#tests/support/console/setup.ts';

const LIST = 'GET /api/crm/keys/';
const FEED = crm({ paging: 'next', pageSize: 20, scope: 'buildings_id' }, { list: { layout: 'feed' } });
const items = jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get');
const area = jest.spyOn(Element.prototype, 'clientHeight', 'get');
const seen = jest.spyOn(document, 'visibilityState', 'get');
/** Longer than a list waits before it looks. */
const SOON = 4_000;
let rows = keys(3);

beforeEach(() => {
  items.mockReturnValue(200);
  area.mockReturnValue(900);
  seen.mockReturnValue('visible');
  stopClock();
  rows = keys(3).slice(1);
  act(() => forgetNotices());
});
afterEach(() => {
  for (const spy of [items, area, seen]) spy.mockReset();
  jest.useRealTimers();
});

const [first, second] = HOUSES.map(({ id }) => id) as [number, number];
const feedOf = ({ url }: WireCall): Reply => {
  const size = Number(new URLSearchParams(url.split('?')[1]).get('page_size'));
  return { json: { results: rows.slice(0, size), next: null } };
};
let number = 100;
const publish = async () => {
  number += 1;
  const notice = { id: String(number), message: '', ref: '', sentBy: 'Ольга', subtype: '', type: 'keys' };
  await act(async () => void deliver(notice));
};
const offer = () => screen.queryByRole('button', { name: 'Показать новые ключи' });

/** Opens the feed of these buildings. */
async function open(buildings: number[]) {
  session.checkedBuildings.set(buildings);
  const server = signedIn('write', { [LIST]: feedOf });
  openSection(FEED, '/keys');
  await screen.findByText('Ключ 002');
  const looks = () => server.callsTo(LIST).filter(({ url }) => url.endsWith('page_size=1'));
  return { server, looks };
}

describe('what others publish, above a feed of some of the houses', () => {
  test('NEWS-04: for another house is not offered, and of several one look is taken', async () => {
    const { server, looks } = await open([first]);
    await publish();
    await publish();
    await publish();
    await pass(SOON);
    expect(looks().map(({ url }) => url)).toEqual([`/api/crm/keys/?buildings_id=${first}&page_size=1`]);
    expect(offer()).toBeNull();
    await pass(SOON);
    expect(looks()).toHaveLength(1);
    expect(server.callsTo(LIST)).toHaveLength(2);
  });

  test('NEWS-04: for one of them is offered, and nothing is asked any more until it is shown', async () => {
    const { looks } = await open([first]);
    rows = keys(3);
    await publish();
    expect(offer()).toBeNull();
    await pass(SOON);
    expect(offer()).toBeVisible();
    await publish();
    await pass(SOON);
    expect(looks()).toHaveLength(1);
    fireEvent.click(offer() as HTMLElement);
    expect(await screen.findByText('Ключ 001')).toBeVisible();
    await pass(SOON);
    expect(offer()).toBeNull();
    expect(looks()).toHaveLength(1);
  });

  test('NEWS-04: after one for another house, one of its own is still found', async () => {
    const { looks } = await open([first]);
    await publish();
    await pass(SOON);
    expect(offer()).toBeNull();
    rows = keys(3);
    await publish();
    await pass(SOON);
    expect(offer()).toBeVisible();
    expect(looks()).toHaveLength(2);
  });

  test('is not looked for while nobody sees the page, and is once somebody does', async () => {
    const { looks } = await open([first]);
    rows = keys(3);
    seen.mockReturnValue('hidden');
    await publish();
    await pass(SOON);
    expect(looks()).toEqual([]);
    seen.mockReturnValue('visible');
    await act(async () => void document.dispatchEvent(new Event('visibilitychange')));
    await pass(100);
    expect(looks()).toHaveLength(1);
    expect(offer()).toBeVisible();
  });

  test('is offered when the look fails, without an alert', async () => {
    const { server } = await open([first]);
    server.answer(LIST, { status: 500, json: { error: 'Склад закрыт' } });
    await publish();
    await pass(SOON);
    expect(offer()).toBeVisible();
    // react-admin tells the developer of every failed call.
    takeComplaints();
  });

  test('of all houses is offered without a look', async () => {
    const { looks } = await open([first, second]);
    await publish();
    expect(offer()).toBeVisible();
    await pass(SOON);
    expect(looks()).toEqual([]);
  });
});

describe('what others add to a list of cards that is there as a whole', () => {
  const CARDS = crm(
    { scope: 'buildings_id' },
    {
      list: { layout: 'cards' },
      notices: { create: { type: 'camera', subtype: 'create', message: 'label' } },
    },
  );
  const tell = (type: string) => {
    number += 1;
    const notice = { id: String(number), message: '', ref: '', sentBy: 'Ольга', subtype: '', type };
    return act(async () => void deliver(notice));
  };
  const openCards = async (buildings: number[]) => {
    session.checkedBuildings.set(buildings);
    const server = signedIn('write', { [LIST]: () => ({ json: rows }) });
    openSection(CARDS, '/keys');
    await screen.findByText('Ключ 002');
    return server;
  };

  test('CAM-01: is offered by the kind of notification that the definition names, and shown on request', async () => {
    await openCards([first, second]);
    await tell('keys');
    expect(offer()).toBeNull();
    rows = keys(3);
    await tell('camera');
    fireEvent.click(offer() as HTMLElement);
    expect(await screen.findByText('Ключ 001')).toBeVisible();
    expect(offer()).toBeNull();
  });

  test('of some houses is offered only where one of them has it', async () => {
    const server = await openCards([first]);
    await tell('camera');
    await pass(SOON);
    expect([offer(), server.callsTo(LIST).length]).toEqual([null, 2]);
    rows = keys(3);
    await tell('camera');
    await pass(SOON);
    expect(offer()).toBeVisible();
  });
});
