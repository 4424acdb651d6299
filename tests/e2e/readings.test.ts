// Runs in test:all alone: the round by keyboard in depth; one journey through the section is in journeys-of-buildings.test.ts.
import { raiseStage, type Visitor } from '#tests/support/browser/stage.ts';

const stage = raiseStage({ readings: true });

/** The building of the demo that takes readings from the 1st to the 28th. */
const BUILDING = 1;
const METERS = '/api/crm/meters/';

/** The server's readings of the building's flats. */
async function stored(): Promise<Record<string, Record<string, string>>> {
  const response = await fetch(`${stage.product.address}${METERS}?buildings_id=${BUILDING}&page_size=100`, {
    headers: { authorization: `Token ${await stage.token(1)}` },
  });
  const { results } = (await response.json()) as {
    results: { unit: { label: string }; month_result: { meters: Record<string, string> } | null }[];
  };
  return Object.fromEntries(results.map(({ unit, month_result }) => [unit.label, month_result?.meters ?? {}]));
}

const cell = ({ page }: Visitor, meter: string, flat: number) =>
  page.getByRole('textbox', { name: `${meter}, квартира ${flat}`, exact: true });
const focused = ({ page }: Visitor) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
const said = ({ page }: Visitor, text: string) => page.getByText(text, { exact: true }).waitFor();
const six = (value: number) => String(value).padStart(6, '0');
/** The flat's last reading: the value of this month, or the placeholder with the one before. */
async function lastOf(visitor: Visitor, meter: string, flat: number): Promise<number> {
  const box = cell(visitor, meter, flat);
  return Number((await box.inputValue()) || (await box.getAttribute('placeholder'))?.replace(/\D/g, ''));
}

test('READ-15, READ-22, READ-23, READ-25: a round by keyboard: Enter, arrows, a pasted column, a refusal, a doubt, undo', async () => {
  const visitor = await stage.visitor({
    as: 1,
    storage: { 'checked-buildings': `[${BUILDING}]` },
    browser: { permissions: ['clipboard-read', 'clipboard-write'] },
  });
  const { page } = visitor;
  const { keyboard } = page;
  await visitor.open('/readings');
  await page.getByRole('button', { name: 'Обход', exact: true }).click();
  await cell(visitor, 'Холодная вода', 1).waitFor();

  // The first cell has the focus; Enter keeps it and goes down, zeros come in front.
  const first = (await lastOf(visitor, 'Холодная вода', 1)) + 5;
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Холодная вода, квартира 1');
  await keyboard.type(String(first));
  await keyboard.press('Enter');
  expect(await focused(visitor)).toBe('Холодная вода, квартира 2');
  await said(visitor, 'Сохранено: 1');
  expect(await cell(visitor, 'Холодная вода', 1).inputValue()).toBe(six(first));
  expect((await stored())['1']?.water_cold).toBe(six(first));

  // Arrows lead around, and keep what was typed on the way.
  await keyboard.press('ArrowRight');
  expect(await focused(visitor)).toBe('Горячая вода, квартира 2');
  const hot = (await lastOf(visitor, 'Горячая вода', 2)) + 4;
  await keyboard.type(String(hot));
  await keyboard.press('ArrowUp');
  expect(await focused(visitor)).toBe('Горячая вода, квартира 1');
  await said(visitor, 'Сохранено: 2');
  expect((await stored())['2']?.water_hot).toBe(six(hot));

  // Letters are no value and are not sent; Esc lets go of them; down and to the left.
  const above = cell(visitor, 'Горячая вода', 1);
  const stood = await above.inputValue();
  await keyboard.type('12а');
  await keyboard.press('Enter');
  await said(visitor, 'Не сохранено: 1');
  expect(await focused(visitor)).toBe('Горячая вода, квартира 1');
  expect(await page.getByText('Здесь только цифры', { exact: true }).isVisible()).toBe(true);
  await keyboard.press('Escape');
  expect(await above.inputValue()).toBe(stood);
  expect((await stored())['1']?.water_hot ?? '').toBe(stood);
  await keyboard.press('ArrowDown');
  expect(await focused(visitor)).toBe('Горячая вода, квартира 2');
  await keyboard.press('ArrowLeft');
  expect(await focused(visitor)).toBe('Холодная вода, квартира 2');

  // A column out of Excel falls into the cells below.
  await cell(visitor, 'Отопление', 3).focus();
  const column: number[] = [];
  for (const flat of [3, 4, 5]) column.push((await lastOf(visitor, 'Отопление', flat)) + 1);
  await page.evaluate((text) => navigator.clipboard.writeText(text), column.join('\r\n'));
  await keyboard.press('ControlOrMeta+KeyV');
  await said(visitor, 'Сохранено: 5');
  expect(await focused(visitor)).toBe('Отопление, квартира 5');
  const after = await stored();
  expect([3, 4, 5].map((flat) => after[flat]?.heating)).toEqual(column.map(six));

  // So does a block of several columns.
  await cell(visitor, 'Холодная вода', 8).focus();
  const block: number[][] = [];
  for (const flat of [8, 9]) {
    block.push([(await lastOf(visitor, 'Холодная вода', flat)) + 2, (await lastOf(visitor, 'Горячая вода', flat)) + 1]);
  }
  const copied = block.map((line) => line.join('\t')).join('\r\n');
  await page.evaluate((text) => navigator.clipboard.writeText(text), copied);
  await keyboard.press('ControlOrMeta+KeyV');
  await said(visitor, 'Сохранено: 9');
  const both = await stored();
  expect(['8', '9'].map((flat) => [both[flat]?.water_cold, both[flat]?.water_hot])).toEqual(
    block.map((line) => line.map(six)),
  );

  // A value whose call fails stays in the cell and is sent again by Enter.
  await page.route(`**${METERS}`, (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
  visitor.forgive(/ERR_FAILED/);
  const kept = cell(visitor, 'Холодная вода', 6);
  const value = (await lastOf(visitor, 'Холодная вода', 6)) + 6;
  await kept.focus();
  await keyboard.type(String(value));
  await keyboard.press('Enter');
  await said(visitor, 'Не сохранено: 1');
  expect(await kept.inputValue()).toBe(six(value));
  await page.unroute(`**${METERS}`);
  await kept.focus();
  await keyboard.press('Enter');
  await said(visitor, 'Сохранено: 10');
  expect((await stored())['6']?.water_cold).toBe(six(value));

  // A value below the last one is asked about once, and taken.
  const doubtful = cell(visitor, 'Холодная вода', 7);
  const before = await doubtful.inputValue();
  await doubtful.focus();
  await keyboard.type('1');
  await keyboard.press('Enter');
  await said(visitor, 'Проверьте: 1');
  expect(await page.getByText(/^Меньше прошлого \(/).isVisible()).toBe(true);
  expect(await focused(visitor)).toBe('Холодная вода, квартира 7');
  await keyboard.press('Enter');
  await said(visitor, 'Сохранено: 11');
  expect((await stored())['7']?.water_cold).toBe('000001');

  // Ctrl+Z takes it back.
  await keyboard.press('ControlOrMeta+KeyZ');
  await said(visitor, 'Сохранено: 10');
  expect(await doubtful.inputValue()).toBe(before);
  expect((await stored())['7']?.water_cold ?? '').toBe(before);

  // The list has it all, also after a reload.
  await page.getByRole('button', { name: 'Закончить обход' }).click();
  const row = page.locator('tbody tr', { has: page.getByRole('button', { name: '1', exact: true }) });
  // Below the flat the value stands once more, for a phone.
  const shown = row.getByText(`${six(first).slice(0, 3)} ${six(first).slice(3)}`).last();
  await shown.waitFor();
  await page.reload();
  await shown.waitFor();
});

test.each([
  [1440, 900],
  [1280, 800],
])(
  'READ-04: at %i pixels every meter of all buildings stands beside the open card, with sender and date',
  async (width, height) => {
    const visitor = await stage.visitor({ as: 1, browser: { viewport: { width, height } } });
    const { page } = visitor;
    await visitor.open('/readings');
    await page.locator('tbody tr').nth(1).click();
    await page.getByRole('complementary').waitFor();
    const head = page.getByRole('columnheader').last();
    await head.waitFor();
    // The code of each kind of cell comes by itself.
    await page.locator('td[data-column="sent"] time').first().waitFor();
    await page.locator('td[data-column="sender"]').first().waitFor();
    const table = await page.getByRole('table').elementHandle();
    await page.waitForFunction((shown) => {
      const box = shown?.parentElement;
      return box ? box.scrollWidth <= box.clientWidth : false;
    }, table);
  },
);
