/** Rows within a record: their input, table and changes. */
export const rows = {
  count: '%{smart_count} строка |||| %{smart_count} строки |||| %{smart_count} строк',
  add: 'Добавить строку',
  row: 'Строка %{row}',
  up: 'Поднять строку %{row}',
  down: 'Опустить строку %{row}',
  first: 'Строка и так первая',
  last: 'Строка и так последняя',
  remove: 'Удалить строку %{row}',
  removed: 'Строка %{row} удалена',
  order: '№',
  total: 'Итого',
  full: 'Строк уже %{max}: больше добавить нельзя',
  wrong: 'строка %{row}: %{message}',
  added: 'добавлена',
  gone: 'удалена',
  moved: 'переставлена',
} as const;
