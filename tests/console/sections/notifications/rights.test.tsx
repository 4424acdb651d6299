import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Outlet } from 'react-router';
import { resourceRoutes } from '#console/engine/pages.tsx';
import Notices from '#console/sections/notifications/notices.tsx';
import { crm } from '#tests/support/console/definitions.ts';
import { HOUSES, openRoutes, signedIn } from '#tests/support/console/engine-stage.tsx';
import { keys } from '#tests/support/console/keys.ts';
import { delayedReply } from '#tests/support/console/server.ts';
import { takeComplaints } from '#tests/support/console/setup.ts';
import { lastSocket, serveSockets } from '#tests/support/console/sockets.ts';

const BUILDINGS = 'GET /api/crm/buildings/';
const PERMISSIONS = 'GET /api/crm/permissions/';
const LIST = 'GET /api/crm/keys/';
const ONE = 'GET /api/crm/keys/2/';
const levels = (level: string) => ({
  json: { sections: { keys: level }, features: { services: true, live: true, tasks: true } },
});
/** The second building has lost one of its entrances. */
const FEWER = [HOUSES[0], { ...HOUSES[1], available_porches: [] }];

/** A page with the connection of notifications beside it, once it is connected. */
async function open(address: string, answers: Parameters<typeof signedIn>[1] = {}) {
  serveSockets();
  const server = signedIn('write', {
    'POST /api/authorized/socket-tickets/': { status: 201, json: { ticket: 't', expires_in: 30 } },
    [PERMISSIONS]: levels('write'),
    [LIST]: { json: keys(3) },
    [ONE]: { json: keys(3)[1] },
    ...answers,
  });
  const resource = crm({}, { card: { title: 'label', fields: ['place', 'copies'] } });
  const page = (
    <>
      <Notices />
      <Outlet />
    </>
  );
  const stage = openRoutes(resource, [{ element: page, children: resourceRoutes(resource) }], address);
  await waitFor(() => expect(lastSocket().sent).toEqual([]));
  await act(async () => lastSocket().say({ type: 'welcome', user: 1, last: 0 }));
  return { ...stage, server, calls: (call: string) => server.callsTo(call).length };
}

/** The server says that the rights are others, and the console has looked them up. */
async function rightsChange(calls: (call: string) => number) {
  const before = calls(BUILDINGS);
  await act(async () => {
    lastSocket().say({ type: 'access-changed' });
    lastSocket().end(4003);
  });
  await waitFor(() => expect(calls(BUILDINGS)).toBe(before + 1));
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
}

describe('PERM-04, PERM-05: other rights while the console is open', () => {
  test('an entrance of a house is taken away: the list and the open card follow, what is not on screen waits', async () => {
    const { server, calls, queryClient } = await open('/keys?id=2');
    expect(await screen.findByRole('complementary', { name: 'Ключ 002' })).toHaveTextContent('Копий7');
    const hidden = jest.fn(async () => 1);
    await queryClient.fetchQuery({ queryKey: ['elsewhere'], queryFn: hidden });
    server.answer(BUILDINGS, { json: FEWER });
    server.answer(LIST, { json: keys(1) });
    server.answer(ONE, { status: 404, json: {} });
    const listed = calls(LIST);
    await rightsChange(calls);
    await waitFor(() => expect(screen.queryByText('Ключ 002')).toBeNull());
    expect(screen.getByRole('complementary')).not.toHaveTextContent('Копий');
    expect(screen.getByText('Ключ 001')).toBeVisible();
    expect(takeComplaints()).toHaveLength(1);
    expect([calls(LIST), hidden.mock.calls.length]).toEqual([listed + 1, 1]);
    expect(queryClient.getQueryState(['elsewhere'])?.isInvalidated).toBe(true);
  });

  test('another level has the list asked for anew; the same rights leave it alone', async () => {
    const { server, calls } = await open('/keys');
    await screen.findByText('Ключ 002');
    const listed = calls(LIST);
    await rightsChange(calls);
    expect(calls(LIST)).toBe(listed);
    server.answer(PERMISSIONS, levels('read'));
    await waitFor(() => expect(lastSocket().sent).toEqual([]));
    await rightsChange(calls);
    await waitFor(() => expect(calls(LIST)).toBe(listed + 1));
  });

  test('houses that come while the levels are looked up for the first time are no other rights', async () => {
    const [buildings, rights] = [delayedReply({ json: HOUSES }), delayedReply(levels('write'))];
    const { calls, queryClient } = await open('/keys', { [BUILDINGS]: buildings.reply, [PERMISSIONS]: rights.reply });
    await screen.findByText('Ключ 002');
    await act(async () => buildings.release());
    await waitFor(() => expect(queryClient.getQueryData(['buildings'])).toHaveLength(2));
    await act(async () => rights.release());
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect([calls(PERMISSIONS), calls(BUILDINGS), calls(LIST)]).toEqual([1, 1, 1]);
  });

  test('a form keeps what is typed into it, and its record is not asked for again', async () => {
    const { server, calls } = await open('/keys/edit?id=2');
    const label = await screen.findByLabelText('Что открывает');
    await userEvent.clear(label);
    await userEvent.type(label, 'Чердак');
    server.answer(BUILDINGS, { json: FEWER });
    server.answer(ONE, { json: { ...keys(3)[1], label: 'Крыша' } });
    const loaded = calls(ONE);
    await rightsChange(calls);
    expect(screen.getByLabelText('Что открывает')).toHaveValue('Чердак');
    expect(calls(ONE)).toBe(loaded);
  });
});
