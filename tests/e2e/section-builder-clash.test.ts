// Runs in test:all alone: two editors of one file are tested on the server, and the dialog by component.
import { DEFINITIONS_PATH } from '#resources/protocol/paths/definitions.ts';
import { buttonOf as button, KEYS } from '#tests/support/browser/definitions.ts';
import { raiseStage } from '#tests/support/browser/stage.ts';

const stage = raiseStage({ definitions: { 'keys.json': JSON.parse(KEYS) } });

test('of two administrators the second sees both versions, and what was in force is not lost', async () => {
  const [one, other] = [await stage.visitor({ as: 1 }), await stage.visitor({ as: 1 })];
  for (const visitor of [one, other]) {
    await visitor.open('/definitions/keys');
    await button(visitor, 'Добавить поле: Число').waitFor();
  }
  await button(one, 'Добавить поле: Число').click();
  await button(one, 'Применить').click();
  await one.page.getByText('Версия 2').waitFor();
  await button(other, 'Добавить поле: Дата').click();
  await button(other, 'Применить').click();
  const dialog = other.page.getByRole('dialog', { name: 'Раздел уже изменили' });
  await dialog.getByRole('button', { name: 'Взять их версию' }).click();
  other.forgive(/409 .*files\/keys\.json/);
  await other.page.getByRole('heading', { name: 'Поле «Число»' }).waitFor();
  const headers = { authorization: `Token ${await stage.token(1)}` };
  const versions = await fetch(`${stage.product.address}${DEFINITIONS_PATH}files/keys.json/versions/`, { headers });
  expect(JSON.stringify(await versions.json())).toContain('"version":2');
});
