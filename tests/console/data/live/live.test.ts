import { onlineManager } from '@tanstack/react-query';
import { onFailure } from '#console/data/http/failures.ts';
import { onTokenError } from '#console/data/http/token-error.ts';
import { type LiveConnection, type LiveState, openLive } from '#console/data/live/live.ts';
import type { Notice } from '#console/data/live/notice.ts';
import { retryDelay } from '#console/data/live/socket-connection.ts';
import { session } from '#console/data/session/session.ts';
import { CLOSE } from '#resources/protocol/live.ts';
import { stopClock } from '#tests/support/console/clock.ts';
import { type MadeUpServer, serveAnswers } from '#tests/support/console/server.ts';
import { lastSocket, MadeUpSocket, serveSockets } from '#tests/support/console/sockets.ts';

const TICKETS = 'POST /api/authorized/socket-tickets/';
const ANYTHING = 'GET /api/crm/permissions/';
const PROFILE = 'GET /api/crm/profile/current/';
const told = { id: 41, message: 'нет света', ref: '5', sent_by: 'Ольга', type: 'news', subtype: 'accident', at: '' };

let server: MadeUpServer;
let line: LiveConnection;
let notices: Notice[];
let states: LiveState[];
let changes: number;
let looks: number;
let tickets: number;

beforeEach(async () => {
  stopClock();
  serveSockets();
  [notices, states, changes, looks, tickets] = [[], [], 0, 0, 0];
  session.token.set('stored');
  server = serveAnswers({
    [ANYTHING]: { status: 503, json: {} },
    [TICKETS]: () => {
      tickets += 1;
      return { status: 201, json: { ticket: `t${tickets}`, expires_in: 30 } };
    },
  });
});
afterEach(() => {
  line.close();
  jest.useRealTimers();
});

/** Opens the line and waits until its first socket is asked for. */
async function open() {
  line = openLive({
    onNotice: (notice) => notices.push(notice),
    onState: (state) => states.push(state),
    onAccessChanged: (sure) => {
      if (sure) changes += 1;
      else looks += 1;
    },
  });
  await jest.advanceTimersByTimeAsync(0);
}

/** Waits as long as the longest pause for another socket: one that is left alone does not stay. */
async function untilOpened(): Promise<void> {
  const before = MadeUpSocket.opened.length;
  for (let waited = 0; waited < 40_000 && MadeUpSocket.opened.length === before; waited += 500) {
    await jest.advanceTimersByTimeAsync(500);
  }
}

const welcome = { type: 'welcome', user: 7, last: 40 };

describe('the line of notifications', () => {
  test('NOTIF-02: opens the socket with a ticket, never with the token', async () => {
    await open();
    expect(server.callsTo(TICKETS)[0]?.headers.authorization).toBe('Token stored');
    expect(lastSocket().url).toBe('ws://localhost:8080/ws/notifications?ticket=t1');
    lastSocket().say(welcome);
    expect(states).toEqual(['connecting', 'open']);
  });

  test('NOTIF-02: with a server that knows no tickets the token itself is in the query', async () => {
    server.answer(TICKETS, { status: 404, json: {} });
    await open();
    expect(lastSocket().url).toBe('ws://localhost:8080/ws/notifications?token=stored');
  });

  test('NOTIF-01: passes on what comes, sent_by as sentBy, and leaves alone what it does not know', async () => {
    await open();
    lastSocket().say(welcome);
    lastSocket().say({ type: 'notification', notification: told });
    lastSocket().say({ type: 'notification', notification: { message: 'no id' } });
    lastSocket().say({ type: 'weather', rain: true });
    lastSocket().say('no json');
    expect(notices).toEqual([
      { id: '41', message: 'нет света', ref: '5', sentBy: 'Ольга', type: 'news', subtype: 'accident' },
    ]);
  });

  test('after a break it comes back with a new ticket and asks for what it missed', async () => {
    await open();
    lastSocket().say(welcome);
    expect(lastSocket().sent).toEqual([]);
    lastSocket().say({ type: 'notification', notification: told });
    lastSocket().end(1006);
    expect(states.at(-1)).toBe('waiting');
    await jest.advanceTimersByTimeAsync(1_250);
    expect(lastSocket().url).toContain('ticket=t2');
    lastSocket().say({ ...welcome, last: 44 });
    expect(lastSocket().sent).toEqual([{ type: 'since', id: 41 }]);
    expect(states.at(-1)).toBe('open');
  });

  test('a break before anything came asks from what the first greeting named', async () => {
    await open();
    lastSocket().say(welcome);
    lastSocket().end(1012);
    await jest.advanceTimersByTimeAsync(1_250);
    lastSocket().say({ ...welcome, last: 50 });
    expect(lastSocket().sent).toEqual([{ type: 'since', id: 40 }]);
  });

  test('it waits longer after each vain attempt, half a minute at most', () => {
    expect([0, 1, 2, 3, 4, 5, 20].map((vain) => retryDelay(vain, 0))).toEqual([
      1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
    ]);
    expect(retryDelay(0, 1)).toBe(1_250);
  });

  test('failed tickets are not told by the alert, and are tried again', async () => {
    const alerts: string[] = [];
    const stop = onFailure(({ message }) => alerts.push(message));
    await open();
    lastSocket().say(welcome);
    server.answer(TICKETS, { status: 503, json: { detail: 'x' } });
    lastSocket().end(1006);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(server.callsTo(TICKETS).length).toBeGreaterThan(2);
    expect(alerts).toEqual([]);
    stop();
  });

  test.each([
    ['a lost connection', null],
    ['a server that restarts', { status: 503, json: { detail: 'x' } }],
    ['too many calls', { status: 429, json: { detail: 'x' } }],
  ])('NOTIF-02: %s at the start is shown and waited out, however long it takes', async (_what, answer) => {
    server.answer(TICKETS, answer ?? (() => Promise.reject(new TypeError('Failed to fetch'))));
    await open();
    await jest.advanceTimersByTimeAsync(20 * 60_000);
    expect(states).toEqual(['connecting', 'waiting']);
    const asked = server.callsTo(TICKETS).length;
    await jest.advanceTimersByTimeAsync(38_000);
    expect(server.callsTo(TICKETS).length).toBeGreaterThan(asked);
    server.answer(TICKETS, { status: 201, json: { ticket: 'late', expires_in: 30 } });
    await untilOpened();
    lastSocket().say(welcome);
    expect(states).toEqual(['connecting', 'waiting', 'open']);
  });

  test('a server without this socket is left alone after some attempts; the browser coming online tries again', async () => {
    await open();
    for (let attempt = 0; attempt < 10; attempt += 1) {
      lastSocket().end(1006);
      await untilOpened();
    }
    const attempts = MadeUpSocket.opened.length;
    expect(attempts).toBeLessThan(9);
    expect(states.at(-1)).toBe('off');
    window.dispatchEvent(new Event('online'));
    await jest.advanceTimersByTimeAsync(0);
    expect(MadeUpSocket.opened).toHaveLength(attempts + 1);
  });

  test.each([
    ['that sends too much', CLOSE.tooFast],
    ['that reads too slowly', CLOSE.tooSlow],
    ['whose address has too many', CLOSE.tooMany],
  ])(
    'NOTIF-02: a socket %s is opened again after pauses that grow, though the server greets each',
    async (_what, code) => {
      await open();
      const opens: number[] = [];
      for (let round = 0; round < 5; round += 1) {
        lastSocket().open();
        lastSocket().say(welcome);
        lastSocket().end(code);
        const before = MadeUpSocket.opened.length;
        const began = Date.now();
        while (MadeUpSocket.opened.length === before) await jest.advanceTimersByTimeAsync(100);
        opens.push(Date.now() - began);
      }
      expect(opens.every((pause, at) => pause >= 1_000 * 2 ** at && pause <= 1_350 * 2 ** at)).toBe(true);
      expect(states).not.toContain('off');
      // After a minute without trouble it hurries again.
      lastSocket().open();
      await jest.advanceTimersByTimeAsync(60_000);
      lastSocket().say(welcome);
      lastSocket().end(1006);
      const before = MadeUpSocket.opened.length;
      await jest.advanceTimersByTimeAsync(1_300);
      expect(MadeUpSocket.opened).toHaveLength(before + 1);
    },
  );

  test('NOTIF-02: sockets that are refused for their number do not make the server one without them', async () => {
    await open();
    for (let round = 0; round < 9; round += 1) {
      lastSocket().open();
      lastSocket().end(CLOSE.tooMany);
      await jest.advanceTimersByTimeAsync(40_000);
      lastSocket().open();
    }
    expect(states.at(-1)).toBe('waiting');
  });

  test('PERM-04: changed rights are looked up at once, and once more when the connection is back, which is soon', async () => {
    await open();
    lastSocket().say(welcome);
    lastSocket().say({ type: 'access-changed' });
    lastSocket().end(CLOSE.accessChanged);
    expect(changes).toBe(1);
    await jest.advanceTimersByTimeAsync(200);
    expect(MadeUpSocket.opened).toHaveLength(2);
    // Nobody could tell what was changed in between.
    lastSocket().say(welcome);
    expect(changes).toBe(2);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(MadeUpSocket.opened).toHaveLength(2);
  });

  test('PERM-04: rights are looked at once the line can tell of them, and anew after any break', async () => {
    await open();
    expect([changes, looks]).toEqual([0, 0]);
    lastSocket().say(welcome);
    expect([changes, looks]).toEqual([0, 1]);
    lastSocket().end(1006);
    await jest.advanceTimersByTimeAsync(1_250);
    expect(changes).toBe(0);
    lastSocket().say(welcome);
    expect([changes, looks]).toEqual([1, 1]);
  });

  test.each([
    ['message', [{ type: 'access-changed' }], 1006],
    ['code', [], CLOSE.accessChanged],
  ])('PERM-04: the %s alone says it as well', async (_what, messages, code) => {
    await open();
    lastSocket().say(welcome);
    for (const message of messages) lastSocket().say(message);
    lastSocket().end(code);
    expect(changes).toBe(1);
  });

  test('AUTH-77: a session that ended elsewhere leads to the sign-in page', async () => {
    const left: string[] = [];
    onTokenError((address) => left.push(address));
    server.answer(PROFILE, { status: 401, json: {} });
    await open();
    lastSocket().say(welcome);
    lastSocket().end(CLOSE.signedOut);
    await jest.advanceTimersByTimeAsync(0);
    expect(left).toHaveLength(1);
    expect(session.token.get()).toBeNull();
  });

  test('AUTH-77: a refused ticket asks who we are as well', async () => {
    const left: string[] = [];
    onTokenError((address) => left.push(address));
    server.answer(TICKETS, { status: 401, json: {} });
    server.answer(PROFILE, { status: 401, json: {} });
    await open();
    expect(left).toHaveLength(1);
  });

  test('a closed line opens nothing more', async () => {
    await open();
    lastSocket().say(welcome);
    line.close();
    expect(lastSocket().closed).toBe(true);
    lastSocket().end(1000);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(MadeUpSocket.opened).toHaveLength(1);
  });

  describe('whose packets vanish without a word', () => {
    const PING = { type: 'ping' };
    const opened = () => MadeUpSocket.opened.length;

    beforeEach(() => session.features.set({ live: true }));
    afterEach(() => onlineManager.setOnline(true));

    /** A line over which the server has answered for its life. */
    async function alive() {
      await open();
      lastSocket().open();
      lastSocket().say(welcome);
      await jest.advanceTimersByTimeAsync(12_000);
      expect(lastSocket().sent).toEqual([PING]);
      lastSocket().say({ type: 'pong' });
    }

    test('NOTIF-02: it is opened anew in less than half a minute, the page is told so, and what came meanwhile comes', async () => {
      await alive();
      const dead = lastSocket();
      await jest.advanceTimersByTimeAsync(28_000);
      expect(dead.closed).toBe(true);
      expect(states).toEqual(['connecting', 'open', 'waiting']);
      lastSocket().open();
      lastSocket().say({ ...welcome, last: 50 });
      expect(lastSocket().sent).toEqual([{ type: 'since', id: 40 }]);
      // The browser tells of the dead one's end minutes later: nothing more comes of it.
      const before = opened();
      dead.end(1006);
      await jest.advanceTimersByTimeAsync(9_000);
      expect([opened(), states.at(-1)]).toEqual([before, 'open']);
    });

    test('NOTIF-02: one that answers each time stays', async () => {
      await alive();
      for (let round = 0; round < 10; round += 1) {
        await jest.advanceTimersByTimeAsync(12_000);
        lastSocket().say({ type: 'pong' });
      }
      expect(opened()).toBe(1);
    });

    test('NOTIF-02: who comes back to the page has it asked at once', async () => {
      await alive();
      document.dispatchEvent(new Event('visibilitychange'));
      expect(lastSocket().sent).toEqual([PING, PING]);
      await jest.advanceTimersByTimeAsync(8_000);
      expect(opened()).toBe(2);
    });

    test('NOTIF-02: a server that has never answered, or has no sockets of ours, is asked for nothing more', async () => {
      await open();
      lastSocket().open();
      lastSocket().say(welcome);
      await jest.advanceTimersByTimeAsync(300_000);
      expect([opened(), lastSocket().sent]).toEqual([1, [PING]]);
      line.close();
      session.features.set({});
      await open();
      lastSocket().open();
      lastSocket().say(welcome);
      await jest.advanceTimersByTimeAsync(300_000);
      expect([opened(), lastSocket().sent]).toEqual([2, []]);
    });

    test('NOTIF-02: a socket that never opens is given up, as is a ticket that never comes', async () => {
      await open();
      const never = lastSocket();
      await jest.advanceTimersByTimeAsync(14_000);
      expect([never.closed, opened()]).toEqual([true, 2]);
      server.answer(TICKETS, () => new Promise(() => undefined));
      lastSocket().end(1006);
      await jest.advanceTimersByTimeAsync(30_000);
      expect(server.callsTo(TICKETS).length).toBeGreaterThan(2);
    });

    test('while nothing answers calls wait, and the server is asked until it is there again', async () => {
      await alive();
      const silence = (call: { signal: AbortSignal | null }) =>
        new Promise<never>((_, reject) => {
          call.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
        });
      for (const call of [ANYTHING, TICKETS]) server.answer(call, silence);
      await jest.advanceTimersByTimeAsync(26_000);
      expect(onlineManager.isOnline()).toBe(false);
      for (const call of [ANYTHING, TICKETS]) server.answer(call, { status: 503, json: {} });
      await jest.advanceTimersByTimeAsync(13_000);
      expect(onlineManager.isOnline()).toBe(true);
    });
  });
});
