// Runs in test:all alone: the tour of own-company-tour.test.ts once more, at both sizes, on PostgreSQL.
import { ensurePostgres, startPostgres } from '#tests/run/postgres.mjs';
import { WINDOWS, walkOwnCompany } from '#tests/support/browser/own-company-tour.ts';
import { raiseStage } from '#tests/support/browser/stage.ts';

describe.each(['desk', 'phone'] as const)('an empty PostgreSQL, %s', (size) => {
  let stop: (() => Promise<void>) | undefined;
  const before = async () => {
    const bin = ensurePostgres();
    if (!bin) throw new Error('No PostgreSQL here and none could be installed');
    const postgres = await startPostgres(bin);
    stop = postgres.stop;
    return { DATABASE_URL: postgres.url };
  };
  const stage = raiseStage({ env: { DEMO: 'off' }, before });
  // Hooks after all run in the order of their registration: the product has ended by then.
  afterAll(() => stop?.());

  test('from an empty database to the first announcement that an invited employee sees', () =>
    walkOwnCompany(stage, `postgres-${size}`, WINDOWS[size]));
});
