// Runs on PostgreSQL too: kills.
// Runs in test:all alone: kills the product during an import again and again.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImportAnswer, ImportRow } from '#resources/protocol/import/import.ts';
import { type Product, signIn, startBriefProduct } from '#tests/support/product.ts';
import { CONVERT, csv, SUBMIT } from '#tests/support/server/imports.ts';
import { ownDatabase } from '#tests/support/server/own-database.ts';

/** More than there are connections to a database: when the first is answered, most of them have not begun. */
const CALLS = 30;
const ROWS = 30;
const phoneOf = (at: number) => `+7919${String(at).padStart(7, '0')}`;

/** Submits a part of the list under its key. */
async function submit({ address }: Product, token: string, unit: number, part: number): Promise<ImportAnswer> {
  const rows = Array.from({ length: ROWS }, (_, at) => ({
    id: unit,
    label: '1',
    last_name: 'Калинина',
    first_name: 'Дарья',
    phone_number: phoneOf(part * ROWS + at),
    row: part * ROWS + at + 2,
  }));
  const form = new FormData();
  form.append('convert_residents_result', JSON.stringify(rows));
  const headers = { authorization: `Token ${token}`, 'idempotency-key': `kill-in-the-middle-${part}` };
  const response = await fetch(`${address}${SUBMIT}`, { method: 'POST', headers, body: form });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return (await response.json()) as ImportAnswer;
}

async function convert({ address }: Product, token: string, list: string): Promise<ImportRow[]> {
  const form = new FormData();
  form.append('building', '1');
  form.append('file', new Blob([list]), 'список.csv');
  const headers = { authorization: `Token ${token}` };
  return (await (await fetch(`${address}${CONVERT}`, { method: 'POST', headers, body: form })).json()) as ImportRow[];
}

test('API-20, IMPORT-12: killed in the middle of an import and sent again, every resident is there once', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'upravdom-import-'));
  const env = await ownDatabase();
  let product = await startBriefProduct({ dataDir, env });
  const token = await signIn(product, 1);
  const unit = (await convert(product, token, csv([['1', 'А', 'Б', phoneOf(0)]])))[0]?.id ?? 0;
  expect(unit).toBeGreaterThan(0);
  const parts = Array.from({ length: CALLS }, (_, part) => part);

  const first = parts.map((part) => submit(product, token, unit, part).then(() => part));
  // The moment that one is answered the others are on their way.
  await Promise.any(first);
  await product.kill();
  const answered = (await Promise.allSettled(first)).filter(({ status }) => status === 'fulfilled').length;
  expect(answered).toBeLessThan(CALLS);

  product = await startBriefProduct({ dataDir, env });
  let created = 0;
  for (const part of parts) created += (await submit(product, token, unit, part)).params.created;
  expect(created).toBe(CALLS * ROWS);
  const whole = csv(Array.from({ length: CALLS * ROWS }, (_, at) => ['1', 'А', 'Б', phoneOf(at)]));
  const rows = await convert(product, token, whole);
  expect(rows.filter(({ errors }) => errors.includes('ALREADY_EXIST_PHONE'))).toHaveLength(CALLS * ROWS);
  await product.stop();
  await rm(dataDir, { recursive: true, force: true });
});
