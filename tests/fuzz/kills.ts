import { ensurePostgres, startPostgres } from '#tests/run/postgres.mjs';
import { runMixedLoad } from '#tests/support/server/mixed-load.ts';
import { ownDatabase } from '#tests/support/server/own-database.ts';

/** Work under kills, ms. */
const DURATION = 60_000;

/**
 * `npm run fuzz -- kills`: two processes on a PostgreSQL of its own are worked with for a minute while they, their connections
 * and their listeners are killed. @returns what went wrong
 */
export async function fuzzUnderKills(): Promise<string[]> {
  const bin = ensurePostgres();
  if (!bin) return ['No PostgreSQL here and none could be installed'];
  const postgres = await startPostgres(bin);
  try {
    process.env.TEST_DATABASE_URL = postgres.url;
    const { kills, answered, moves, failures, wrong, astray } = await runMixedLoad(await ownDatabase(), DURATION);
    console.log(`kills: ${JSON.stringify(kills)}; ${answered} answered, ${moves} moves`);
    return [...failures, ...wrong, ...astray];
  } finally {
    await postgres.stop();
  }
}
