import { act, screen, waitFor } from '@testing-library/react';
import { start } from '#console/app/start.tsx';
import { session } from '#console/data/session.ts';
import { madeUp } from '#tests/support/console/definitions.ts';
import { HOUSES } from '#tests/support/console/engine-stage.tsx';
import { keys, stored } from '#tests/support/console/keys.ts';
import { held, type Reply, serveAnswers } from '#tests/support/console/server.ts';
import { serveSockets } from '#tests/support/console/sockets.ts';

const DEFINITIONS: Reply = { json: { definitions: [madeUp()], problems: [] } };
const CAMERA = { id: 1, name: 'Двор', link: 'https://cam.example/1', buildings: [3], is_all_buildings: true };

/** The page as the boot script leaves it after a sign-in, at an address, with a server that knows its ways. */
async function startAt(address: string, definitions: Reply | (() => Promise<Reply>)) {
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
  serveAnswers({
    'GET /api/crm/permissions/': { json: { sections: { keys: 'write', cameras: 'write' } } },
    'GET /api/crm/buildings/': { json: HOUSES },
    'GET /api/crm/profile/current/': { json: { user: 1, first_name: 'Анна', last_name: 'Серова', company: null } },
    'GET /api/crm/cameras/': { json: [CAMERA] },
    'GET /api/records/keys': stored(keys(2).length),
    'GET /resources/definitions/': definitions,
    'POST /api/authorized/socket-tickets/': { status: 201, json: { ticket: 't', expires_in: 30 } },
  });
  const running = start(root);
  stop = async () => (await running).unmount();
  await act(async () => undefined);
  return { started: running.then(() => undefined) };
}

let stop = async (): Promise<void> => undefined;
afterEach(() => act(stop));

describe('the start of the console', () => {
  test('a built-in page does not wait for the added sections; they come into the menu when they are known', async () => {
    const late = held(DEFINITIONS);
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

  test('SHELL-02: an address of no section says so, whatever was added', async () => {
    const { started } = await startAt('/zzz', DEFINITIONS);
    await act(() => started);
    expect(await screen.findByRole('heading', { name: 'Страница не найдена' })).toBeVisible();
  });

  test('the sign-in form, its password and its heading are gone once the console is there', async () => {
    const { started } = await startAt('/zzz', DEFINITIONS);
    await act(() => started);
    await waitFor(() => expect(document.querySelector('input[type="password"]')).toBeNull());
    expect(document.querySelectorAll('h1')).toHaveLength(1);
  });
});
