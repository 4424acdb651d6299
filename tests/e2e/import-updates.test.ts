// Runs in test:all alone: a file changes records in a browser; the rules of it have tests of the server and of the page.
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { sticksOut } from '#tests/support/browser/overflow.ts';
import { raiseStage, seriousFindings } from '#tests/support/browser/stage.ts';
import { said } from '#tests/support/browser/visitor.ts';

const NAME = 'parking-places';
const stage = raiseStage({
  definitions: { [`${NAME}.json`]: JSON.parse(readFileSync(`docs/examples/${NAME}.json`, 'utf8')) as object },
});

async function call<Answer>(path: string, body?: object): Promise<Answer> {
  const headers = { authorization: `Token ${await stage.token(1)}`, 'content-type': 'application/json' };
  const sent = body ? { method: 'POST', body: JSON.stringify(body) } : {};
  const answer = await fetch(`${stage.product.address}${path}`, { headers, ...sent });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

test('what a list saves is changed in the file and loaded again: the check says from what to what, on a phone too', async () => {
  const [house] = await call<{ id: number }[]>('/api/crm/buildings/');
  const ids: number[] = [];
  for (const number of [1, 2]) {
    const { id } = await call<{ id: number }>(`/api/records/${NAME}`, { number, house: house?.id, car: 'А111АА77' });
    ids.push(id);
  }
  const visitor = await stage.visitor({ as: 1 });
  const { page } = visitor;
  await visitor.open(`/${NAME}`);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Скачать CSV' }).click();
  const saved = await readFile(await (await download).path(), 'utf8');
  const lines = saved.trimEnd().split('\r\n');
  expect(lines).toHaveLength(3);
  // Another car stands on the first place; the second stays as it is; a third one is new.
  const lineWith = (part: string) => lines.find((line) => line.includes(part)) ?? '';
  const [head, first, second] = [lineWith('Номер места'), lineWith('0001'), lineWith('0002')];
  const rows = [head, first.replace('А111АА77', 'В222ВВ77'), second, second.replace('0002', '0003')];
  expect(rows[1]).not.toBe(first);
  expect(rows[3]).not.toBe(second);

  await visitor.open(`/${NAME}/import`);
  const buffer = Buffer.from(rows.join('\r\n'));
  await page.locator('input[type=file]').setInputFiles({ name: 'места.csv', mimeType: 'text/csv', buffer });
  await page.getByText('Новых: 1, изменится: 1, без изменений: 1').waitFor();
  await page.getByRole('row', { name: /0001/ }).getByText('В222ВВ77').waitFor();
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport);
    expect(await page.evaluate(sticksOut)).toEqual([]);
    expect(await seriousFindings(page)).toEqual([]);
  }
  await page.getByRole('button', { name: 'Сохранить корректные строки' }).click();
  await said(visitor, 'Сохранены 2 строки');
  const records = await call<{ id: number; number: string; car: string }[]>(
    `/api/records/${NAME}?sort=["number","ASC"]`,
  );
  expect(records.map(({ number, car }) => [number, car])).toEqual([
    ['0001', 'В222ВВ77'],
    ['0002', 'А111АА77'],
    ['0003', 'А111АА77'],
  ]);
  expect(records.slice(0, 2).map(({ id }) => id)).toEqual(ids);
});
