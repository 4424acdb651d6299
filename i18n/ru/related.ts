/** Lists on a card of what refers to its record. */
export const related = {
  whole: 'Весь список',
  wholeOf: 'Весь список: %{label}',
  none: 'Записей пока нет',
  open: 'Связанные записи',
  openOf: 'Связанные записи: %{name}',
} as const;
