import { act, fireEvent, screen, within } from '@testing-library/react';
import { onFailure } from '#console/data/http/failures.ts';
import { session } from '#console/data/session/session.ts';
import CameraCard from '#console/sections/cameras/camera-card.tsx';
import { completeDefinition } from '#resources/language/complete-definition.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { cameras } from '#resources/sections/cameras.ts';
import { pass, stopClock } from '#tests/support/console/clock.ts';
import { crm, madeUp } from '#tests/support/console/definitions.ts';
import { openSection, signedIn } from '#tests/support/console/engine-stage.tsx';
import { keys, stored } from '#tests/support/console/keys.ts';
import type { Reply, WireCall } from '#tests/support/console/server.ts';
import { takeComplaints } from '#tests/support/console/setup.ts';

const LIST = 'GET /api/crm/keys/';
const REMOVE = (id: number) => `DELETE /api/crm/keys/${id}/`;
const RESTORE = (id: number) => `POST /api/crm/keys/${id}/restore/`;
const items = jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get');
const area = jest.spyOn(Element.prototype, 'clientHeight', 'get');
let user: ReturnType<typeof stopClock>;
/** Ids of the keys that are deleted on the server. */
let deleted: Set<number>;

beforeEach(() => {
  items.mockReturnValue(200);
  area.mockReturnValue(900);
  deleted = new Set();
  user = stopClock();
});
afterEach(() => {
  items.mockReset();
  area.mockReset();
  jest.useRealTimers();
});

const left = (count: number) => keys(count).filter(({ id }) => !deleted.has(id));
const titles = () => screen.queryAllByRole('heading', { level: 2 }).map((title) => title.textContent);
const dots = (name: string) => screen.getByRole('button', { name: `Действия: ${name}` });
const back = () => screen.queryByRole('button', { name: 'Вернуть' });

const FEED = crm({ paging: 'next', pageSize: 20, undo: true }, { list: { layout: 'feed', menu: ['hold-delete'] } });
const CARDS = crm({ undo: true }, { list: { layout: 'cards', menu: ['hold-delete'] } });
const TABLE = crm({ undo: true }, { list: { layout: 'table', columns: ['label'], menu: ['hold-delete'] } });

/** A server that deletes and restores keys, and a list of so many. */
async function open(resource: Resource, count = 3) {
  const server = signedIn('write', {
    [LIST]: () => ({ json: resource.api.paging === 'next' ? { results: left(count), next: null } : left(count) }),
  });
  for (const { id } of keys(count)) {
    server.answer(REMOVE(id), (): Reply => {
      if (deleted.has(id)) return { status: 404, json: { detail: 'Не найдено' } };
      deleted.add(id);
      return { status: 204 };
    });
    server.answer(RESTORE(id), () => {
      deleted.delete(id);
      return { json: {} };
    });
  }
  const stage = openSection(resource, '/keys');
  await screen.findByText('Ключ 001');
  return { server, ...stage };
}

/** Holds «Удалить» by keyboard, from these three dots on. */
async function remove(name: string, own = dots(name)) {
  act(() => own.focus());
  await user.keyboard('{Enter}');
  const item = await screen.findByRole('menuitem', { name: 'Удалить' });
  act(() => item.focus());
  fireEvent.keyDown(item, { key: 'Enter' });
  await pass(1_600);
  await pass(300);
}

describe('a deletion', () => {
  // Offers and messages of one test are over before the next one.
  afterEach(() => pass(20_000));

  describe('what was taken back on another page', () => {
    test('NEWS-09: stands in the feed again that one goes back to, and going back once more asks for nothing', async () => {
      const { server, router } = await open(FEED);
      await remove('Ключ 002');
      expect(titles()).toEqual(['Ключ 001', 'Ключ 003']);
      await act(() => router.navigate('/elsewhere'));
      await user.click(back() as HTMLElement);
      await pass(200);
      await act(() => router.navigate(-1));
      await screen.findByText('Ключ 001');
      await pass(500);
      expect(titles()).toEqual(['Ключ 001', 'Ключ 002', 'Ключ 003']);
      const before = server.callsTo(LIST).length;
      await act(() => router.navigate('/elsewhere'));
      await act(() => router.navigate(-1));
      await screen.findByText('Ключ 001');
      await pass(500);
      expect(titles()).toHaveLength(3);
      expect(server.callsTo(LIST)).toHaveLength(before);
    });
  });

  test('NEWS-09: an offer whose time runs out while its button has the focus leaves it to the heading', async () => {
    await open(FEED);
    await remove('Ключ 002');
    act(() => back()?.focus());
    expect(back()).toHaveFocus();
    await pass(10_500);
    expect(back()).toBeNull();
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  });

  test('NEWS-09: what is taken back by keyboard leaves the focus on the heading of the page', async () => {
    await open(FEED);
    await remove('Ключ 002');
    act(() => back()?.focus());
    await user.keyboard('{Enter}');
    await pass(200);
    expect(titles()).toHaveLength(3);
    expect(back()).toBeNull();
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  });

  test('CAM-04: a camera is said to be deleted, by the words of its section', async () => {
    const camera = {
      id: 4,
      name: 'Подъезд 1',
      link: 'https://cam.example.org/4',
      buildings: [3],
      is_all_buildings: true,
    };
    signedIn('write', { 'GET /api/crm/cameras/': { json: [camera] }, 'DELETE /api/crm/cameras/4/': { status: 204 } });
    session.permissions.set({ cameras: 'write' });
    openSection(completeDefinition(cameras), '/cameras', { 'camera-card': CameraCard });
    await remove('Подъезд 1', await screen.findByRole('button', { name: 'Действия: Подъезд 1' }));
    expect(screen.getByText('Камера удалена', { selector: '[data-toast] > span' })).toBeVisible();
  });

  describe('what is gone already', () => {
    test('CAM-04: goes from the list, is said to be gone, and is not offered back', async () => {
      const failures: string[] = [];
      const stop = onFailure(({ message }) => failures.push(message));
      const { server } = await open(CARDS);
      deleted.add(2);
      await remove('Ключ 002');
      stop();
      expect(titles()).toEqual(['Ключ 001', 'Ключ 003']);
      const said = 'Ключ уже удалён или больше вам недоступен';
      expect(screen.getAllByText(said).some((place) => place.closest('[role="status"]') === null)).toBe(true);
      expect(document.body.querySelector('body > [role="status"]')).toHaveTextContent(said);
      expect(screen.queryByText('Ключ удалён')).toBeNull();
      expect(back()).toBeNull();
      expect(failures).toEqual([]);
      expect(server.callsTo(RESTORE(2))).toEqual([]);
      await pass(6_500);
      expect(screen.queryAllByText(said).filter((place) => place.closest('body > [role="status"]') === null)).toEqual(
        [],
      );
    });

    test('does not take the place of what can be taken back', async () => {
      await open(CARDS);
      await remove('Ключ 001');
      deleted.add(2);
      await remove('Ключ 002');
      expect(back()).toBeVisible();
      await user.click(back() as HTMLElement);
      await pass(500);
      expect(titles()).toEqual(['Ключ 001', 'Ключ 003']);
    });

    test('of a generated section is told the same way', async () => {
      const generic = 'GET /api/records/keys';
      const server = signedIn('write', {
        [generic]: stored(2),
        'DELETE /api/records/keys/2': { status: 404, json: { detail: 'Не найдено' } },
      });
      openSection(madeUp(), '/keys');
      await screen.findByText('Ключ 002');
      server.answer(generic, (call: WireCall) => stored(1)(call));
      await remove('Ключ 002');
      expect(screen.queryByText('Ключ 002')).toBeNull();
      expect(screen.getAllByText('Ключ уже удалён или больше вам недоступен').length).toBeGreaterThan(0);
      expect(back()).toBeNull();
      // react-admin tells the developer of every failed call.
      takeComplaints();
    });
  });

  describe('the focus after a deletion by keyboard', () => {
    test.each([
      ['feed', FEED],
      ['cards', CARDS],
      ['table', TABLE],
    ])('in a %s goes to the next one, else to the one before, else to the page', async (_layout, resource) => {
      await open(resource);
      await remove('Ключ 002');
      expect(dots('Ключ 003')).toHaveFocus();
      await remove('Ключ 003');
      expect(dots('Ключ 001')).toHaveFocus();
      await remove('Ключ 001');
      expect(await screen.findByText('Ключей пока нет')).toBeVisible();
      expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
    });

    test('from the card beside a table goes to the row after it', async () => {
      const card = { title: 'label', fields: ['label'] };
      const { server, router } = await open(crm({ undo: true }, { card, list: TABLE.list }));
      server.answer('GET /api/crm/keys/2/', { json: keys(2)[1] });
      await act(() => router.navigate('/keys?id=2'));
      const beside = within(await screen.findByRole('complementary'));
      await remove('Ключ 002', await beside.findByRole('button', { name: /^Действия/ }));
      expect(dots('Ключ 003')).toHaveFocus();
    });

    test('stays where it is when the deletion is refused', async () => {
      const { server } = await open(CARDS);
      server.answer(REMOVE(2), { status: 403, json: { detail: 'Нет права' } });
      await remove('Ключ 002');
      await user.keyboard('{Escape}');
      await pass(500);
      expect(dots('Ключ 002')).toHaveFocus();
      takeComplaints();
    });
  });

  describe('several deletions within ten seconds', () => {
    test('are taken back one after the other, the last one first', async () => {
      const { server } = await open(FEED);
      await remove('Ключ 001');
      await remove('Ключ 002');
      expect(titles()).toEqual(['Ключ 003']);
      await user.click(back() as HTMLElement);
      await pass(500);
      expect(server.callsTo(RESTORE(2))).toHaveLength(1);
      expect(titles()).toEqual(['Ключ 002', 'Ключ 003']);
      await pass(1_000);
      await user.click(back() as HTMLElement);
      await pass(500);
      expect(server.callsTo(RESTORE(1))).toHaveLength(1);
      expect(titles()).toEqual(['Ключ 001', 'Ключ 002', 'Ключ 003']);
      expect(back()).toBeNull();
    });

    test('the earlier one is offered for what is left of its own time', async () => {
      await open(FEED);
      await remove('Ключ 001');
      await pass(4_000);
      await remove('Ключ 002');
      await user.click(back() as HTMLElement);
      await pass(100);
      // It was deleted some 6.5 s ago.
      expect(back()).toBeVisible();
      await pass(2_000);
      expect(back()).toBeVisible();
      await pass(2_000);
      expect(back()).toBeNull();
    });

    test('a double click takes back one', async () => {
      const { server } = await open(FEED);
      await remove('Ключ 001');
      await remove('Ключ 002');
      fireEvent.click(back() as HTMLElement, { detail: 1 });
      await pass(100);
      fireEvent.click(back() as HTMLElement, { detail: 2 });
      await pass(500);
      expect(server.callsTo(RESTORE(1))).toEqual([]);
      expect(back()).toBeVisible();
    });
  });
});
