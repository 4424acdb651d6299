import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { request } from '#console/data/http/http.ts';
import { clearSession, session } from '#console/data/session/session.ts';
import { beginView, endView, viewedAs } from '#console/data/session/view-as.ts';
import { ViewAsBanner } from '#console/shell/view-banner.tsx';
import { serveAnswers } from '#tests/support/console/server.ts';
import { takeComplaints } from '#tests/support/console/setup.ts';
import { renderOnStage } from '#tests/support/console/stage.tsx';

const ANSWER = { token: 'look', expires_in: 900, user: 7, name: 'Ольга Трофимова' };
const END = 'POST /api/crm/employee/view/end/';

beforeEach(() => {
  sessionStorage.clear();
  session.token.set('own');
  session.permissions.set({ tasks: 'write' });
});
afterEach(() => sessionStorage.clear());

describe('looking at the console as somebody else', () => {
  test('has a session of its own in this tab; one’s own stays where it was', async () => {
    const server = serveAnswers({ 'GET /api/x/': { json: {} } });
    beginView(ANSWER);
    expect(viewedAs()).toEqual({ user: 7, name: 'Ольга Трофимова' });
    expect(session.token.get()).toBe('look');
    expect(session.permissions.get()).toBeNull();
    session.permissions.set({ tasks: 'denied' });
    session.userId.set('7');
    await request('/api/x/');
    expect(server.calls[0]?.headers.authorization).toBe('Token look');
    expect(localStorage.getItem('home-moderator')).toBe('own');
    expect(JSON.parse(localStorage.getItem('permissions') ?? '')).toEqual({ tasks: 'write' });
  });

  test('ends on the server and here, also when the server is not there', async () => {
    const server = serveAnswers({ [END]: { status: 204 } });
    beginView(ANSWER);
    await endView();
    expect(server.callsTo(END)[0]?.headers.authorization).toBe('Token look');
    expect([viewedAs(), session.token.get()]).toEqual([null, 'own']);
    server.answer(END, { status: 503, json: { detail: 'нет' } });
    beginView(ANSWER);
    await endView();
    expect(session.token.get()).toBe('own');
  });

  test('a look that is over leaves one’s own session, not the sign-in page', () => {
    beginView(ANSWER);
    clearSession();
    expect([viewedAs(), session.token.get()]).toEqual([null, 'own']);
  });

  test('says over every page whose console it is, with the way back', async () => {
    const server = serveAnswers({ [END]: { status: 204 } });
    beginView(ANSWER);
    renderOnStage(<ViewAsBanner />);
    expect(screen.getByText(/глазами сотрудника: Ольга Трофимова/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Вернуться к себе' }));
    await waitFor(() => expect(server.callsTo(END)).toHaveLength(1));
    await waitFor(() => expect(viewedAs()).toBeNull());
    // jsdom goes nowhere.
    expect(takeComplaints()).toEqual([expect.stringContaining('navigation')]);
  });

  test('in one’s own console there is no banner', () => {
    serveAnswers();
    renderOnStage(<ViewAsBanner />);
    expect(screen.queryByRole('button', { name: 'Вернуться к себе' })).toBeNull();
  });
});
