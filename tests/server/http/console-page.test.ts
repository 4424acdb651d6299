import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConsolePage } from '#server/http/console-files.ts';

let directory = '';
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'upravdom-page-'));
  const page = fileURLToPath(new URL('../../../index.html', import.meta.url));
  await copyFile(page, join(directory, 'index.html'));
});
afterAll(() => rm(directory, { recursive: true }));

describe('the page of the console', () => {
  test('READ-01, ERR-03: names the company’s time zone and the product in its head', async () => {
    const page = await ConsolePage.open(directory, { productName: 'Дом «А» & "Б"', timeZone: 'Asia/Kamchatka' });
    expect(page?.text).toContain('<meta name="time-zone" content="Asia/Kamchatka" />');
    expect(page?.text).toContain('<meta name="application-name" content="Дом «А» &amp; &quot;Б&quot;" />');
  });
});
