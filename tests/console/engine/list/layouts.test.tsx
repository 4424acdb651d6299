import { onlineManager } from '@tanstack/react-query';
import { act, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRecordContext } from 'react-admin';
import { onFailure } from '#console/data/http/failures.ts';
import { deliver, forgetNotices } from '#console/data/live/notices.ts';
import { useUndoOffer } from '#console/data/undo.ts';
import { crm, madeUp } from '#tests/support/console/definitions.ts';
import { openSection, signedIn } from '#tests/support/console/engine-stage.tsx';
import { keys, stored } from '#tests/support/console/keys.ts';
import type { Reply, WireCall } from '#tests/support/console/server.ts';
import { takeComplaints } from '#tests/support/console/setup.ts';

const GENERIC = 'GET /api/records/keys';
const CRM = 'GET /api/crm/keys/';
const MENU: ('edit' | 'hold-delete')[] = ['edit', 'hold-delete'];
const NO_RIGHT = 'Нет права «Ключи: добавление и редактирование». Вам доступен просмотр';

const dots = (name: string) => screen.findByRole('button', { name: `Действия: ${name}` });

describe('cards', () => {
  test('each shows its title, its fields and its menu', async () => {
    signedIn('write', { [CRM]: { json: keys(3) } });
    openSection(crm({}, { list: { layout: 'cards', menu: MENU } }), '/keys');
    const title = await screen.findByRole('heading', { name: 'Ключ 002' });
    const card = within(title.closest('article') as HTMLElement);
    expect(card.getByText('Где лежит').nextSibling).toHaveTextContent('Стол');
    expect(card.getByText('Копий').nextSibling).toHaveTextContent('7');
    expect(card.getByRole('button', { name: 'Действия: Ключ 002' })).toBeVisible();
    expect(screen.getAllByRole('article')).toHaveLength(3);
    expect(screen.queryByText('Строк на странице')).toBeNull();
  });

  test('a definition may have its own widget, which is given the record', async () => {
    const Widget = () => <b>{`виджет ${useRecordContext()?.label}`}</b>;
    signedIn('write', { [CRM]: { json: keys(2) } });
    const slots = { 'camera-card': Widget };
    openSection(crm({}, { list: { layout: 'cards', card: 'camera-card' } }), '/keys', slots);
    expect(await screen.findByText('виджет Ключ 001')).toBeVisible();
    expect(screen.queryByRole('article')).toBeNull();
  });
});

describe('a feed', () => {
  const items = jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get');
  const area = jest.spyOn(Element.prototype, 'clientHeight', 'get');
  const watched: IntersectionObserverCallback[] = [];
  const known = globalThis.IntersectionObserver;

  beforeEach(() => {
    items.mockReturnValue(200);
    area.mockReturnValue(900);
    watched.length = 0;
    globalThis.IntersectionObserver = class {
      constructor(seen: IntersectionObserverCallback) {
        watched.push(seen);
      }
      observe = () => undefined;
      disconnect = () => undefined;
    } as unknown as typeof IntersectionObserver;
    act(() => forgetNotices());
  });
  afterEach(() => {
    items.mockReset();
    area.mockReset();
    globalThis.IntersectionObserver = known;
  });
  /** The end of what is drawn comes into sight. */
  const reachEnd = () =>
    act(async () => watched.at(-1)?.([{ isIntersecting: true } as IntersectionObserverEntry], {} as never));

  /** Two keys a page, by the next link. */
  const paged = ({ url }: WireCall): Reply => {
    const page = Number(new URLSearchParams(url.split('?')[1]).get('page') ?? '1');
    const results = keys(5).slice((page - 1) * 2, page * 2);
    return { json: { results, next: page < 3 ? `http://elsewhere/api/crm/keys/?page=${page + 1}` : null } };
  };
  const feed = () => crm({ paging: 'next', pageSize: 2 }, { list: { layout: 'feed', menu: MENU } });
  const titles = () => screen.getAllByRole('heading', { level: 2 }).map((title) => title.textContent);

  test('hangs page below page as its end comes into sight, until there is no more', async () => {
    const server = signedIn('write', { [CRM]: paged });
    openSection(feed(), '/keys');
    await screen.findByText('Ключ 001');
    expect(titles()).toEqual(['Ключ 001', 'Ключ 002']);
    expect(server.callsTo(CRM).map(({ url }) => url)).toEqual(['/api/crm/keys/?page_size=2']);
    await reachEnd();
    await screen.findByText('Ключ 003');
    await reachEnd();
    await screen.findByText('Ключ 005');
    expect(titles()).toHaveLength(5);
    expect(screen.getAllByRole('listitem').at(-1)).toHaveAttribute('aria-setsize', '5');
    await reachEnd();
    expect(server.callsTo(CRM).map(({ url }) => url)).toEqual([
      '/api/crm/keys/?page_size=2',
      '/api/crm/keys/?page=2',
      '/api/crm/keys/?page=3',
    ]);
  });

  test('draws no more than what is in view, and a few around it', async () => {
    signedIn('write', { [CRM]: { json: { results: keys(200), next: null } } });
    openSection(feed(), '/keys');
    await screen.findByText('Ключ 001');
    expect(titles().length).toBeLessThan(15);
  });

  test('says that somebody has added something, and fetches it on request', async () => {
    const server = signedIn('write', { [CRM]: { json: { results: keys(1), next: null } } });
    openSection(feed(), '/keys');
    await screen.findByText('Ключ 001');
    const told = { id: '9', message: '', ref: '', sentBy: 'Ольга', subtype: '' };
    act(() => void deliver({ ...told, type: 'news' }));
    expect(screen.queryByRole('button', { name: 'Показать новые ключи' })).toBeNull();
    act(() => void deliver({ ...told, id: '10', type: 'keys' }));
    server.answer(CRM, { json: { results: keys(2), next: null } });
    await userEvent.click(screen.getByRole('button', { name: 'Показать новые ключи' }));
    expect(await screen.findByText('Ключ 002')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Показать новые ключи' })).toBeNull();
  });

  test('its own entry of the menu, pressed while it is open, leads to its beginning and asks for that alone', async () => {
    const server = signedIn('write', { [CRM]: paged });
    const scrolled = jest.fn();
    Element.prototype.scrollTo = scrolled;
    const { router } = openSection(feed(), '/keys');
    await screen.findByText('Ключ 001');
    await reachEnd();
    await screen.findByText('Ключ 003');
    const before = server.callsTo(CRM).length;
    // The effect of a link to the present page.
    await act(() => router.navigate('/keys', { replace: true }));
    expect(scrolled).toHaveBeenCalledWith({ top: 0 });
    await waitFor(() => expect(titles()).toEqual(['Ключ 001', 'Ключ 002']));
    await waitFor(() =>
      expect(
        server
          .callsTo(CRM)
          .slice(before)
          .map(({ url }) => url),
      ).toEqual(['/api/crm/keys/?page_size=2']),
    );
  });
});

describe('the menu of a record', () => {
  const open = async (level: string) => {
    const server = signedIn(level, {
      [GENERIC]: stored(2),
      'GET /api/records/keys/2': { json: keys(2)[1] },
      'DELETE /api/records/keys/2': { json: { id: 2 } },
    });
    const stage = openSection(madeUp(), '/keys');
    await screen.findByText('Ключ 002');
    return { server, ...stage };
  };

  test('«Редактировать» leads to the form of the record', async () => {
    const { where } = await open('write');
    await userEvent.click(await dots('Ключ 002'));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Редактировать' }));
    await waitFor(() => expect(where()).toBe('/keys/edit?id=2'));
  });

  test('CONST-03: «Удалить», held, deletes the record and fetches the list anew', async () => {
    const { server } = await open('write');
    await userEvent.click(await dots('Ключ 002'));
    server.answer(GENERIC, stored(1));
    fireEvent.keyDown(await screen.findByRole('menuitem', { name: 'Удалить' }), { key: 'Enter' });
    await waitFor(() => expect(screen.queryByText('Ключ 002')).toBeNull());
    expect(server.callsTo('DELETE /api/records/keys/2')).toHaveLength(1);
    expect(server.callsTo(GENERIC)).toHaveLength(2);
    expect(screen.getByText('Ключ 001')).toBeVisible();
  });

  test('what was deleted in a generated section comes back', async () => {
    const { server } = await open('write');
    const RESTORE = 'POST /api/records/keys/2/restore/';
    server.answer(RESTORE, { json: keys(2)[1] });
    const { result } = renderHook(useUndoOffer);
    await userEvent.click(await dots('Ключ 002'));
    server.answer(GENERIC, stored(1));
    fireEvent.keyDown(await screen.findByRole('menuitem', { name: 'Удалить' }), { key: 'Enter' });
    await waitFor(() => expect(result.current?.undo).toBeDefined());
    server.answer(GENERIC, stored(2));
    await act(async () => result.current?.undo());
    expect(server.callsTo(RESTORE)).toHaveLength(1);
    expect(await screen.findByText('Ключ 002')).toBeVisible();
  });

  test('PERM-05, PERM-07: without the right it stays, greyed, with the reason, and does not open', async () => {
    await open('read');
    const button = await dots('Ключ 002');
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(button).toHaveAccessibleDescription(NO_RIGHT);
    await userEvent.click(button);
    expect(screen.queryByRole('menu')).toBeNull();
  });

  test('PERM-24: what is also tied to a house open in part can be edited; «Удалить» is greyed and says why', async () => {
    const rule = { record: { deleteWhole: 'is_all_buildings' } };
    const [shared, own] = keys(2);
    const server = signedIn('write', {
      [CRM]: {
        json: [
          { ...shared, is_all_buildings: false },
          { ...own, is_all_buildings: true },
        ],
      },
    });
    openSection(crm({}, rule), '/keys');
    await userEvent.click(await dots('Ключ 001'));
    expect(await screen.findByRole('menuitem', { name: 'Редактировать' })).not.toHaveAttribute('aria-disabled');
    const refused = await screen.findByRole('menuitem', { name: 'Удалить' });
    expect(refused).toHaveAttribute('aria-disabled', 'true');
    expect(refused).toHaveAccessibleDescription(/Относится и к домам, которые вам доступны не целиком/);
    fireEvent.keyDown(refused, { key: 'Enter' });
    await userEvent.keyboard('{Escape}');
    await userEvent.click(await dots('Ключ 002'));
    expect(await screen.findByRole('menuitem', { name: 'Удалить' })).not.toHaveAttribute('aria-disabled');
    expect(server.calls.filter(({ method }) => method === 'DELETE')).toHaveLength(0);
  });

  test('PERM-05, PERM-07: so does the way to the create form', async () => {
    const { where } = await open('read');
    const link = screen.getByRole('link', { name: 'Добавить ключ' });
    expect(link).toHaveAttribute('aria-disabled', 'true');
    expect(link).toHaveAccessibleDescription(NO_RIGHT);
    await userEvent.click(link);
    expect(where()).toBe('/keys');
  });

  test('PERM-06: who performs may change as well', async () => {
    const { where } = await open('performer');
    expect(await dots('Ключ 002')).not.toHaveAttribute('aria-disabled');
    await userEvent.click(screen.getByRole('link', { name: 'Добавить ключ' }));
    await waitFor(() => expect(where()).toBe('/keys/create'));
  });

  test('a definition without actions has no menu', async () => {
    signedIn('write', { [GENERIC]: stored(1) });
    openSection(madeUp({ list: { layout: 'table', columns: ['label'] } }), '/keys');
    await screen.findByText('Ключ 001');
    expect(screen.queryByRole('button', { name: /^Действия/ })).toBeNull();
    expect(screen.queryByRole('columnheader', { name: 'Действия' })).toBeNull();
  });
});

describe('a list with nothing to show', () => {
  test.each(['table', 'cards', 'feed'] as const)('an empty %s says so and offers the form', async (layout) => {
    signedIn('write', { [CRM]: { json: [] } });
    openSection(crm({}, { list: { layout } }), '/keys');
    expect(await screen.findByText('Ключей пока нет')).toBeVisible();
    const links = screen.getAllByRole('link', { name: 'Добавить ключ' });
    for (const link of links) expect(link).toHaveAttribute('href', '/keys/create');
    expect(links).toHaveLength(2);
  });

  test('ERR-11: one that does not arrive says so, tells the alert, and can be asked for again', async () => {
    const told = jest.fn();
    const stop = onFailure(told);
    const server = signedIn('write', { [GENERIC]: { status: 500, json: { error: 'Склад закрыт' } } });
    openSection(madeUp(), '/keys');
    expect(await screen.findByText('Данные не доехали')).toBeVisible();
    expect(told).toHaveBeenCalledWith(expect.objectContaining({ message: 'Склад закрыт' }));
    server.answer(GENERIC, stored(1));
    await userEvent.click(screen.getByRole('button', { name: 'обновить страницу' }));
    expect(await screen.findByText('Ключ 001')).toBeVisible();
    stop();
    // react-admin tells the developer of every failed call.
    expect(takeComplaints().join()).toContain('Склад закрыт');
  });

  test('without a network one of which nothing is kept says so at once, and comes with the network, or on asking', async () => {
    const network = (there: boolean) => act(async () => onlineManager.setOnline(there));
    const server = signedIn('write', { [GENERIC]: stored(1), [CRM]: { json: keys(1) } });
    await network(false);
    const first = openSection(madeUp(), '/keys');
    expect(await screen.findByText('Нет связи с сервером')).toBeVisible();
    expect(server.callsTo(GENERIC)).toEqual([]);
    const knows = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const lost = jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('No network'));
    await userEvent.click(screen.getByRole('button', { name: 'Повторить' }));
    await waitFor(() => expect(onlineManager.isOnline()).toBe(false));
    expect(String(lost.mock.calls)).toContain('/keys?');
    lost.mockRestore();
    knows.mockRestore();
    takeComplaints();
    await act(async () => window.dispatchEvent(new Event('online')));
    expect(await screen.findByText('Ключ 001')).toBeVisible();
    // Kept rows go on being shown.
    await network(false);
    expect(screen.getByText('Ключ 001')).toBeVisible();
    first.unmount();
    // The browser has missed to say that the network is back.
    openSection(crm(), '/keys');
    await userEvent.click(await screen.findByRole('button', { name: 'Повторить' }));
    expect(await screen.findByText('Ключ 001')).toBeVisible();
  });
});
