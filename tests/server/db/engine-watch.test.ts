// Runs in test:all alone: it kills engines and waits for each to be given up.
import { once } from 'node:events';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fastify } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { EngineThread } from '#server/db/engine-thread.ts';
import { watchEngine } from '#server/db/engine-watch.ts';
import { EXIT } from '#server/exit-codes.ts';
import { handleErrors } from '#server/http/answer-errors.ts';
import { refuseUndeclared } from '#server/http/route.ts';
import { healthRoute } from '#server/sections/health/routes.ts';
import { startBriefProduct } from '#tests/support/product.ts';
import { createTestDatabase } from '#tests/support/server/test-database.ts';

test.each(['silence', 'panic'])('an engine that owes an answer and does nothing is given up (%s)', async (dataDir) => {
  const program = new URL('../../support/server/silent-engine.mjs', import.meta.url);
  const engine = await EngineThread.start({ dataDir, template: null, program });
  const watch = await watchEngine({ engine, folder: null }, 200);
  engine.send(new Uint8Array(8));
  const { message } = await engine.failed;
  expect(message).toMatch(/не отвечает уже \d+ с/);
  watch.stop();
});

test('an engine that is at work may take as long as it needs', async () => {
  let loop = { active: 0, idle: 0, utilization: 0 };
  let looks = 0;
  const told: Error[] = [];
  const busy = {
    get state() {
      looks += 1;
      loop = { ...loop, active: loop.active + 100 };
      return { waitingSince: performance.now() - 60_000, loop };
    },
    terminate: (error: Error) => told.push(error),
  };
  const other = await watchEngine({ engine: busy, folder: null }, 10);
  while (looks < 5) await new Promise((resolve) => setTimeout(resolve, 10));
  other.stop();
  expect(told).toEqual([]);
});

test('a database whose folder was taken away ends the process with a sentence and a code of its own', async () => {
  const product = await startBriefProduct({ env: { DEMO: 'off' } });
  const ended = once(product.process, 'exit');
  expect(await (await fetch(`${product.address}/health`)).json()).toEqual({ status: 'ok', database: 'embedded' });
  const began = performance.now();
  await rename(join(product.dataDir, 'database'), join(product.dataDir, 'elsewhere'));
  const health = await fetch(`${product.address}/health`).then(
    async (response) => [response.status, ((await response.json()) as { code: string }).code],
    // It has ended already.
    () => [503, 'unavailable'],
  );
  expect(health).toEqual([503, 'unavailable']);
  const [code] = await ended;
  expect(code).toBe(EXIT.databaseDied);
  // Within 10 s on a machine with nothing else to do.
  expect(performance.now() - began).toBeLessThan(100_000);
  expect(product.said()).toMatch(/Встроенная база данных остановилась: папки базы данных .* больше нет на месте/);
  expect(product.said()).not.toMatch(/\n\s+at /);
  await rm(product.dataDir, { recursive: true, force: true });
});

test('health says 503 in the one error shape when the database does not answer, and while it hesitates', async () => {
  const made = await createTestDatabase();
  const { database } = made;
  const health = async (check: () => Promise<void>, patience = 60_000) => {
    const app = fastify();
    app.setSerializerCompiler(serializerCompiler);
    refuseUndeclared(app);
    handleErrors(app);
    healthRoute(app, { ...database, check }, patience);
    const { statusCode, headers } = await app.inject('/health');
    await app.close();
    return [statusCode, headers['retry-after'], headers['cache-control']];
  };
  expect(await health(() => database.check())).toEqual([200, undefined, 'no-store']);
  expect(await health(() => new Promise(() => undefined), 50)).toEqual([503, '5', 'no-store']);
  expect(await health(() => Promise.reject(new Error('gone')))).toEqual([503, '5', 'no-store']);
  await made.close();
});
