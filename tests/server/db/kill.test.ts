// Runs on PostgreSQL too: kills.
// Runs in test:all alone: kills the product during writes again and again.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Product, signIn, startBriefProduct } from '#tests/support/product.ts';
import { EXTRA_DEFINITIONS } from '#tests/support/server/definitions.ts';
import { ownDatabase } from '#tests/support/server/own-database.ts';

/** Fewer on the embedded database, which is opened anew after each of them. */
const KILLS = process.env.TEST_DATABASE_URL ? 10 : 5;
const WRITERS = 4;
/** So many writes at least are answered before each kill: a test that wrote next to nothing would prove next to nothing. */
const LEAST = 15;

/** The calls answered with success: the product owes each of these. */
interface Owed {
  records: Map<number, string>;
  cameras: Map<number, string>;
  files: Map<number, string>;
}

const count = ({ records, cameras, files }: Owed): number => records.size + cameras.size + files.size;

const json = (token: string) => ({ authorization: `Token ${token}`, 'content-type': 'application/json' });

/** Writes until the product is gone; only what was answered is noted. */
async function write({ address }: Product, token: string, owed: Owed): Promise<void> {
  for (let turn = 0; ; turn += 1) {
    const title = `Правило ${randomUUID()}`;
    try {
      if (turn % 3 === 0) {
        const response = await fetch(`${address}/api/records/rules`, {
          method: 'POST',
          headers: json(token),
          body: JSON.stringify({ title }),
        });
        if (response.ok) owed.records.set(Number(((await response.json()) as { id: number }).id), title);
      } else if (turn % 3 === 1) {
        const body = JSON.stringify({ name: title.slice(0, 60), link: 'https://cam.example.ru/', buildings: [1] });
        const response = await fetch(`${address}/api/crm/cameras/`, { method: 'POST', headers: json(token), body });
        if (response.ok)
          owed.cameras.set(((await response.json()) as { params: { id: number } }).params.id, title.slice(0, 60));
      } else {
        const form = new FormData();
        form.append('attachments', new Blob([title]), 'заметка.txt');
        const response = await fetch(`${address}/api/authorized/attachments/`, {
          method: 'POST',
          headers: { authorization: `Token ${token}` },
          body: form,
        });
        if (response.ok) {
          const [item] = (await response.json()) as { id: number; s3_file: { file: string } }[];
          if (item) owed.files.set(item.id, JSON.stringify([title, item.s3_file.file]));
        }
      }
    } catch {
      // The connection broke: the product is dead, and what was on the way is nobody's loss.
      return;
    }
  }
}

/** Answered calls that are missing. */
async function missing({ address }: Product, token: string, owed: Owed): Promise<string[]> {
  const get = (path: string) => fetch(`${address}${path}`, { headers: json(token) });
  const lost: string[] = [];
  for (const [id, title] of owed.records) {
    const found = (await (await get(`/api/records/rules/${id}`)).json()) as { title?: string };
    if (found.title !== title) lost.push(`rule ${id}`);
  }
  for (const [id, name] of owed.cameras) {
    const found = (await (await get(`/api/crm/cameras/${id}/`)).json()) as { name?: string };
    if (found.name !== name) lost.push(`camera ${id}`);
  }
  for (const [id, pair] of owed.files) {
    const [content, file] = JSON.parse(pair) as [string, string];
    if ((await (await get(file)).text()) !== content) lost.push(`file ${id}`);
  }
  return lost;
}

test(`API-20: the product is killed ${KILLS} times in the middle of writing and loses nothing that was answered`, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'upravdom-kill-'));
  const env = await ownDatabase();
  const start = () =>
    startBriefProduct({ dataDir, env, definitions: { 'rules.json': EXTRA_DEFINITIONS['rules.json'] ?? {} } });
  let product = await start();
  const token = await signIn(product, 1);
  for (let kill = 0; kill < KILLS; kill += 1) {
    const owed: Owed = { records: new Map(), cameras: new Map(), files: new Map() };
    const writers = Array.from({ length: WRITERS }, () => write(product, token, owed));
    const enough = LEAST + Math.random() * LEAST;
    while (count(owed) < enough) await wait(1);
    await product.kill();
    await Promise.all(writers);
    product = await start();
    expect(await missing(product, token, owed)).toEqual([]);
  }
  await product.stop();
  await rm(dataDir, { recursive: true, force: true });
}, 300_000);
