import { act, screen, waitFor, within } from '@testing-library/react';
import { brokenSections } from '#console/app/broken-sections.ts';
import { startConsole } from '#console/app/start.tsx';
import { notifyLiveFrame } from '#console/data/live/live-frames.ts';
import { session } from '#console/data/session/session.ts';
import { madeUp } from '#tests/support/console/definitions.ts';
import { HOUSES } from '#tests/support/console/engine-stage.tsx';
import { keys, stored } from '#tests/support/console/keys.ts';
import { network, unreachable } from '#tests/support/console/network.ts';
import { profileOf } from '#tests/support/console/profiles.ts';
import { delayedReply, type Reply, serveAnswers } from '#tests/support/console/server.ts';
import { serveSockets } from '#tests/support/console/sockets.ts';

const DEFINITIONS: Reply = { json: { definitions: [madeUp()], problems: [], pending: [] } };
const FIRM = { id: 1, name_full: 'ООО «Дом»', name_short: 'Дом', avatar: null, phones: [], license_on: null };
const CAMERA = { id: 1, name: 'Двор', link: 'https://cam.example/1', buildings: [3], is_all_buildings: true };

const RIGHTS: Reply = { json: { sections: { keys: 'write', cameras: 'write' }, features: { services: true } } };
type Replier = Reply | (() => Promise<Reply> | Reply);

/** The page as the boot script leaves it after a sign-in, at an address, with a server that knows its ways. */
async function startAt(address: string, definitions: Replier, permissions: Replier = RIGHTS) {
  const root = document.createElement('div');
  const form = document.createElement('main');
  form.id = 'sign-in';
  form.innerHTML = '<h1>Вход</h1><input type="password" />';
  document.body.append(root, form);
  window.history.replaceState(null, '', address);
  session.token.set('stored');
  session.permissions.set({ keys: 'write', cameras: 'write' });
  session.checkedBuildings.set([3]);
  serveSockets();
  const server = serveAnswers({
    'GET /api/crm/permissions/': permissions,
    'GET /api/crm/buildings/': { json: HOUSES },
    'GET /api/crm/settings/company-profile/': { json: FIRM },
    'GET /api/crm/profile/current/': { json: profileOf() },
    'GET /api/crm/cameras/': { json: [CAMERA] },
    'GET /api/records/keys': stored(keys(2).length),
    'GET /resources/definitions/': definitions,
    'POST /api/authorized/socket-tickets/': { status: 201, json: { ticket: 't', expires_in: 30 } },
  });
  const running = startConsole(root);
  stop = async () => (await running).unmount();
  await act(async () => undefined);
  /** The server says that the definitions are others. */
  const change = (json: object) => {
    server.answer('GET /resources/definitions/', { json });
    return act(async () => notifyLiveFrame({ type: 'definitions-changed' }));
  };
  return { started: running.then(() => undefined), change, server };
}

let stop = async (): Promise<void> => undefined;
afterEach(() => act(stop));

describe('the start of the console', () => {
  test('a built-in page does not wait for the added sections; they come into the menu when they are known', async () => {
    const late = delayedReply(DEFINITIONS);
    await startAt('/cameras', late.reply);
    expect(await screen.findByRole('heading', { level: 1, name: 'Камеры' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Ключи' })).toBeNull();
    await act(async () => late.release());
    const [link] = await screen.findAllByRole('link', { name: 'Ключи' });
    await act(async () => link?.click());
    expect(await screen.findByText('Ключ 002')).toBeVisible();
  });

  test('an address of an added section waits for it', async () => {
    const { started } = await startAt('/keys', DEFINITIONS);
    await act(() => started);
    expect(await screen.findByText('Ключ 001')).toBeVisible();
  });

  test.each(['/zzz', '/Keys'])(
    'SHELL-01, SHELL-02: the address %s of no section says so, whatever was added',
    async (address) => {
      const { started } = await startAt(address, DEFINITIONS);
      await act(() => started);
      expect(await screen.findByRole('heading', { name: 'Страница не найдена' })).toBeVisible();
    },
  );

  test('the sign-in form, its password and its heading are gone once the console is there', async () => {
    const { started } = await startAt('/zzz', DEFINITIONS);
    await act(() => started);
    await waitFor(() => expect(document.querySelector('input[type="password"]')).toBeNull());
    expect(document.querySelectorAll('h1')).toHaveLength(1);
  });
});

describe('a start without a network', () => {
  afterEach(() => network(true));
  const PERMISSIONS = 'GET /api/crm/permissions/';

  test.each([
    ['an added section', '/keys'],
    ['no section', '/zzz'],
  ])('SHELL-02: an address of %s says that there is none, and is looked at anew once there is', async (_what, path) => {
    network(false);
    const { started, server } = await startAt(path, unreachable, unreachable);
    await act(() => started);
    expect(await screen.findByText('Нет связи с сервером')).toBeVisible();
    expect(screen.queryByText('Страница не найдена')).toBeNull();
    server.answer('GET /resources/definitions/', DEFINITIONS);
    server.answer(PERMISSIONS, RIGHTS);
    network(true);
    expect(await screen.findByText(path === '/keys' ? 'Ключ 001' : 'Страница не найдена')).toBeVisible();
  });

  test('PERM-04: the rights that did not come are asked for with it', async () => {
    network(false);
    const { started, server } = await startAt('/cameras', DEFINITIONS, unreachable);
    await act(() => started);
    await waitFor(() => expect(server.callsTo(PERMISSIONS)).not.toEqual([]));
    expect(session.permissions.get()).toEqual({ keys: 'write', cameras: 'write' });
    server.answer(PERMISSIONS, { json: { sections: { cameras: 'read' }, features: { services: true } } });
    network(true);
    await waitFor(() => expect(session.permissions.get()).toEqual({ cameras: 'read' }));
  });
});

describe('files that come, break and go while the console is open', () => {
  const NOTHING = { definitions: [], problems: [], pending: [] };
  const WRONG = {
    file: 'keys.json',
    name: 'keys',
    title: 'Ключи',
    problems: ['fields.label.min: ожидается число (строка 6)'],
  };
  const links = () => screen.queryAllByRole('link', { name: /^Ключи/ });

  test('a section comes into the menu by itself and its pages open; a removed one goes, and its page says so', async () => {
    const { started, change } = await startAt('/cameras', { json: NOTHING });
    await act(() => started);
    expect(await screen.findByRole('heading', { level: 1, name: 'Камеры' })).toBeVisible();
    expect(links()).toEqual([]);
    await change({ ...NOTHING, definitions: [madeUp()] });
    await waitFor(() => expect(links()).not.toEqual([]));
    await act(async () => links()[0]?.click());
    expect(await screen.findByText('Ключ 002')).toBeVisible();
    await change(NOTHING);
    expect(await screen.findByText('Вы попали не туда')).toBeVisible();
    expect(links()).toEqual([]);
    // The same file put back: the page that is open shows its records again.
    await change({ ...NOTHING, definitions: [madeUp()] });
    expect(await screen.findByText('Ключ 002')).toBeVisible();
  });

  test('a tab of the settings comes the same way and its page opens', async () => {
    const { started, change } = await startAt('/settings/company-profile', { json: NOTHING });
    await act(() => started);
    await change({ ...NOTHING, definitions: [madeUp({ area: 'settings' })] });
    await waitFor(() => expect(links()).not.toEqual([]));
    await act(async () => links()[0]?.click());
    expect(await screen.findByText('Ключ 002')).toBeVisible();
  });

  test('an administrator reads at the address of a new section what is wrong with its file, and the section once it is mended', async () => {
    const { started, change } = await startAt('/keys', { json: { ...NOTHING, problems: [WRONG] } });
    await act(() => started);
    expect(await screen.findByText(WRONG.problems[0] ?? '')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'Ключи' })).toBeVisible();
    expect(links()[0]).toHaveAccessibleName(/Ключи.*Ошибок в описании: 1/);
    await change({ ...NOTHING, definitions: [madeUp()] });
    expect(await screen.findByText('Ключ 002')).toBeVisible();
    expect(screen.queryByText(WRONG.problems[0] ?? '')).toBeNull();
    expect(links()[0]).toHaveAccessibleName('Ключи');
  });

  test('a new section whose file is wrong stands where the file wants it: at its address, as a tab of the settings', async () => {
    const wrong = { ...WRONG, path: '/settings/keys', area: 'settings' };
    const { started, change } = await startAt('/settings/keys', {
      json: { ...NOTHING, problems: [wrong], pending: [] },
    });
    await act(() => started);
    expect(await screen.findByText(WRONG.problems[0] ?? '')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'Настройки' })).toBeVisible();
    const tabs = () => within(screen.getByRole('navigation', { name: 'Разделы настроек' }));
    expect(links()).toEqual([tabs().getByRole('link', { name: /Ключи.*Ошибок в описании: 1/, current: 'page' })]);
    const mended = madeUp({ area: 'settings', routes: { list: '/settings/keys' } });
    await change({ ...NOTHING, definitions: [mended] });
    expect(await screen.findByText('Ключ 002')).toBeVisible();
    expect(links()).toEqual([tabs().getByRole('link', { name: 'Ключи', current: 'page' })]);
    // Broken again, it goes on as it was; its tab is marked.
    await change({ ...NOTHING, definitions: [mended], problems: [wrong], pending: [] });
    expect(await screen.findByText(WRONG.problems[0] ?? '')).toBeVisible();
    expect(links()[0]).toHaveAccessibleName(/Ошибок в описании: 1/);
  });

  test('a section that stands by its former definition says above its list what is wrong, to administrators', async () => {
    const { started, change } = await startAt('/keys', { json: { ...NOTHING, definitions: [madeUp()] } });
    await act(() => started);
    expect(await screen.findByText('Ключ 002')).toBeVisible();
    await change({ ...NOTHING, definitions: [madeUp()], problems: [WRONG] });
    expect(await screen.findByText(WRONG.problems[0] ?? '')).toBeVisible();
    expect(screen.getByText('Ключ 002')).toBeVisible();
    expect(links()[0]).toHaveAccessibleName(/Ошибок в описании: 1/);
  });

  test('whom the server tells of no mistakes finds no such section, nor does a file take an address that is taken', async () => {
    const { started } = await startAt('/keys', { json: NOTHING });
    await act(() => started);
    expect(await screen.findByRole('heading', { name: 'Страница не найдена' })).toBeVisible();
    const taken = ['cameras', 'profile', 'settings'].map((name) => ({ ...WRONG, name }));
    expect(brokenSections(taken, [])).toEqual([]);
    expect(brokenSections([WRONG, { ...WRONG, file: 'again.json' }], [])).toEqual([
      { name: 'keys', path: '/keys', title: 'Ключи', entry: 'menu' },
    ]);
    expect(brokenSections([{ ...WRONG, title: null }], [])).toMatchObject([{ title: 'keys' }]);
    // Where somebody else has the address that the file asks for, it stands at the one of its name.
    for (const path of [
      '/cameras',
      '/cameras/',
      '/create-camera-form',
      '/settings/company-profile',
      '/api/x',
      '//x',
      '/',
    ])
      expect(brokenSections([{ ...WRONG, path }], [])).toMatchObject([{ path: '/keys', entry: 'menu' }]);
    const asTab = { ...WRONG, path: '/cameras', area: 'settings' as const };
    expect(brokenSections([asTab], [])).toMatchObject([{ path: '/keys', entry: 'settings' }]);
    expect(brokenSections([{ ...WRONG, path: '/all-keys', menu: false }], [])).toMatchObject([
      { path: '/all-keys', entry: null },
    ]);
  });
});
