// Runs on PostgreSQL too: kills of two processes, their connections and listeners.
// Runs in test:all alone: a load that lasts.
import { runMixedLoad } from '#tests/support/server/mixed-load.ts';
import { ownDatabase } from '#tests/support/server/own-database.ts';

/** `npm run fuzz -- kills` takes a minute. */
const DURATION = 8_000;

test('API-20: whatever is killed under two processes at work, nothing answered is lost or doubled, and every board ends true', async () => {
  // The embedded database has one process.
  if (!process.env.TEST_DATABASE_URL) return expect(await ownDatabase()).toEqual({});
  const { kills, answered, moves, failures, wrong, astray } = await runMixedLoad(await ownDatabase(), DURATION);
  expect([failures, wrong, astray]).toEqual([[], [], []]);
  expect(Object.keys(kills)).not.toHaveLength(0);
  expect(answered).toBeGreaterThan(20);
  expect(moves).toBeGreaterThan(5);
}, 300_000);
