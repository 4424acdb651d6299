// Runs in test:all alone: one conflict in each form; the component tests have the same.
import { readFile } from 'node:fs/promises';
import { raiseStage, seriousFindings, type Visitor } from '#tests/support/browser/stage.ts';

const PASSES = JSON.parse(await readFile('docs/examples/guest-passes.json', 'utf8')) as object;
const stage = raiseStage({ definitions: { 'guest-passes.json': PASSES } });

/** Form of a record: its address, the label of one of its fields, what two people write there, and how the dialog words a value. */
type Form = readonly [
  what: string,
  address: () => Promise<string>,
  label: string,
  first: string,
  second: string,
  worded: (value: string) => RegExp,
];

const asItIs = (value: string) => new RegExp(value);
const at = (address: string) => async () => address;

/** A record of the added section. @returns the address of its form */
async function pass(): Promise<string> {
  const headers = { authorization: `Token ${await stage.token(1)}`, 'content-type': 'application/json' };
  const body = {
    guest: 'Пётр Ежов',
    house: 1,
    flat: 1,
    from: '2030-12-01',
    phone: '+79161234567',
    status: 'new',
  };
  const answer = await fetch(`${stage.product.address}/api/records/guest-passes`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  const made = (await answer.json()) as { id?: number };
  if (!made.id) throw new Error(`No pass was made: ${JSON.stringify(made)}`);
  return `/guest-passes/edit?id=${made.id}`;
}

const FORMS: readonly Form[] = [
  ['an announcement', at('/edit-news-form?id=36'), 'Заголовок', 'Двор готов к весне', 'Двор готов к лету', asItIs],
  ['a camera', at('/edit-camera-form?id=1'), 'Название', 'Двор у арки', 'Двор с качелями', asItIs],
  ['a resident', at('/edit-resident-form?id=22'), 'Фамилия', 'Первушин', 'Вторушин', asItIs],
  ['an employee', at('/settings/edit-employee?id=3'), 'Должность', 'Мастер участка', 'Диспетчер смены', asItIs],
  [
    'settings of a building',
    at('/settings/objects-form?id=1'),
    'Первый день',
    '03',
    '04',
    (day) => new RegExp(`${Number(day)}–\\d+ числа`),
  ],
  ['a record of an added section', pass, 'Гость', 'Анна Первушина', 'Анна Вторушина', asItIs],
];

/** Serious findings of axe in either theme. */
async function findings({ page }: Visitor): Promise<string[]> {
  const found = await seriousFindings(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.locator('html[data-theme=dark]').waitFor({ state: 'attached' });
  return [...found, ...(await seriousFindings(page, ['color-contrast']))];
}

test.each(FORMS)(
  'G-69: two people on %s: the second sees both values, chooses, and the choice is kept',
  async (_what, addressOf, label, mine, theirs, worded) => {
    const address = await addressOf();
    const [first, second] = [await stage.visitor({ as: 1 }), await stage.visitor({ as: 2 })];
    const box = ({ page }: typeof first) =>
      page.getByLabel(label, { exact: true }).and(page.locator('input, textarea'));
    for (const visitor of [first, second]) {
      await visitor.open(address);
      await box(visitor).waitFor();
      await visitor.page.waitForLoadState('networkidle');
    }
    const save = ({ page }: typeof first) =>
      page.getByRole('button', { name: /^(Сохранить|Внести)( изменения( и опубликовать)?| настройки)?$/ }).click();
    await box(first).fill(mine);
    await save(first);
    await first.page.waitForURL((url) => `${url.pathname}${url.search}` !== address);

    await box(second).fill(theirs);
    await save(second);
    const dialog = second.page.getByRole('dialog', { name: 'Эту запись уже изменили' });
    await dialog.waitFor();
    expect(second.forgive(/409/).length).toBeGreaterThan(0);
    const sides = dialog.getByRole('group').filter({ has: second.page.getByRole('radio') });
    await sides.first().waitFor();
    expect(await sides.count()).toBe(1);
    // One of them is enough: it is the same dialog.
    if (label === 'Заголовок') expect(await findings(second)).toEqual([]);
    await sides.getByRole('radio', { name: worded(mine), checked: false }).waitFor();
    await sides.getByRole('radio', { name: worded(theirs) }).check();
    await dialog.getByRole('button', { name: 'Сохранить выбранное' }).click();
    await dialog.waitFor({ state: 'detached' });
    await second.page.waitForURL((url) => `${url.pathname}${url.search}` !== address);
    await second.open(address);
    const field = box(second);
    await field.waitFor();
    expect(await field.inputValue()).toBe(theirs);
  },
);
