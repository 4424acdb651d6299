import { session } from '#console/data/session/session.ts';
import { type BoardFilter, filterStages, loadColumn, loadCount } from '#console/sections/requests/model/board-calls.ts';
import { matchesFilter } from '#console/sections/requests/model/board-state.ts';
import type { TaskCard } from '#resources/protocol/requests/tasks.ts';
import { serveAnswers } from '#tests/support/console/server.ts';
import { task } from '#tests/support/console/tasks.tsx';

const FILTER: BoardFilter = { buildings: [3], since: 4_000_000_000, services: [] };
const taskOf = ({ stage = 'created', ...change }: Partial<TaskCard>) => task(1, stage, 1, change);
const at = (seconds: number) => new Date(seconds * 1000).toISOString();

describe('requests of a shift', () => {
  test('those that came in a span, its beginning included and its end not, whatever became of them', () => {
    const came = { ...FILTER, came: { from: 1_000, to: 2_000 } };
    const made = (seconds: number) => taskOf({ creation_date: at(seconds) });
    expect([999, 1_000, 1_999, 2_000].map((seconds) => matchesFilter(made(seconds), came))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(matchesFilter(made(5_000), { ...FILTER, came: { from: 1_000, to: null } })).toBe(true);
  });

  test('those that ended in a span: of one that has not, or is not said to have, nothing is known', () => {
    const done = { ...FILTER, done: { from: 1_000, to: null } };
    const ended = { stage: 'done', resolution: 'resolved' } as const;
    expect(matchesFilter(taskOf({ ...ended, done_at: at(1_500) }), done)).toBe(true);
    expect(matchesFilter(taskOf({ ...ended, done_at: at(500) }), done)).toBe(false);
    expect(matchesFilter(taskOf(ended), done)).toBe(false);
    expect(matchesFilter(taskOf({ done_at: at(1_500) }), done)).toBe(false);
    expect(filterStages(done)).toEqual(['done']);
  });

  test('those of one column of all times; the others are asked for nothing', async () => {
    session.token.set('stored');
    const { callsTo } = serveAnswers({
      'GET /api/crm/tasks/': { json: [] },
      'GET /api/crm/tasks/count/': { json: { count: 0 } },
    });
    const waiting = { ...FILTER, stage: 'created' } as const;
    expect(matchesFilter(taskOf({ creation_date: at(5) }), waiting)).toBe(true);
    expect(matchesFilter(taskOf({ stage: 'in_progress' }), waiting)).toBe(false);
    expect((await loadColumn(waiting, 'done', 0)).column.complete).toBe(true);
    expect(await loadCount(waiting, 'done')).toBe(0);
    await loadColumn(waiting, 'created', 0);
    expect(callsTo('GET /api/crm/tasks/').map(({ url }) => new URLSearchParams(url.split('?')[1]).get('date'))).toEqual(
      ['0'],
    );
    expect(callsTo('GET /api/crm/tasks/count/')).toEqual([]);
  });

  test('the bounds of a span go to the server as they stand in the address', async () => {
    session.token.set('stored');
    const { callsTo } = serveAnswers({ 'GET /api/crm/tasks/': { json: [] } });
    await loadColumn({ ...FILTER, done: { from: 1_000, to: 2_000 } }, 'done', 0);
    await loadColumn({ ...FILTER, came: { from: 1_000, to: 2_000 } }, 'created', 0);
    const queries = callsTo('GET /api/crm/tasks/').map(({ url }) =>
      Object.fromEntries(new URLSearchParams(url.split('?')[1])),
    );
    expect(queries).toMatchObject([
      { date: '0', done_since: '1000', done_until: '2000' },
      { date: '1000', until: '2000' },
    ]);
  });
});
