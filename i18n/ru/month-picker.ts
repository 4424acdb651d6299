/** The choice of a month. */
export const monthPicker = {
  forMonth: 'за %{month}',
  yearBefore: 'Предыдущий год',
  yearAfter: 'Следующий год',
} as const;
