import { problemText } from '#console/sections/definitions/builder/fields/problem-text.ts';
import { checkDefinition } from '#console/sections/definitions/builder/state/check-definition.ts';
import { definitionBuilder } from '#i18n/ru/definition-builder.ts';
import { PROBLEM_CODES } from '#resources/language/definition-problem.ts';
import { keysDefinition } from '#tests/support/definitions.ts';

/** The builder's messages about keys with these changes. */
function said(changes: Readonly<Record<string, unknown>>, fields: Readonly<Record<string, unknown>> = {}): string[] {
  const keys = keysDefinition();
  const definition = { ...keys, ...changes, fields: { ...keys.fields, ...fields } };
  return checkDefinition(definition, []).problems.map((one) => problemText(one, definition));
}

test('mistakes are told by what the forms call fields, kinds and options', () => {
  expect(said({}, { label: { kind: 'text', label: 'Что открывает', required: true, min: 9, max: 5 } })).toEqual([
    '«Не меньше» (9) больше, чем «Не больше» (5)',
  ]);
  expect(said({ building: 'place' })).toEqual(['поле «Где лежит» имеет вид Выбор из списка, а нужен Дом, Дома']);
  const layout = { layout: 'board', columns: ['label'], menu: ['edit'] };
  expect(said({ list: layout })).toContain('колонки доски – состояния записи: нужно поле вида «Состояние»');
});

test('the words of the forms are for mistakes that there are, and have no keys of the file in them', () => {
  expect(
    Object.keys(definitionBuilder.reasons).filter((code) => !(PROBLEM_CODES as readonly string[]).includes(code)),
  ).toEqual([]);
  const words = Object.values(definitionBuilder.reasons).map((reason) => reason.replaceAll(/%\{\w+\}|\bme\b/g, ''));
  expect(words.filter((reason) => /[a-z]/i.test(reason))).toEqual([]);
});
