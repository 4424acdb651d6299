/** Days of a month between which readings are taken. */
export const dayRange = {
  range: '%{start}–%{end} числа месяца',
  none: 'Дни не заданы',
  days: { start: 'с', end: 'по', after: 'число месяца', startLabel: 'Первый день', endLabel: 'Последний день' },
} as const;
