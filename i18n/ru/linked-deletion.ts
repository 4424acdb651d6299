/** Text of the question before a deletion about records that refer to the deleted one. */
export const linkedDeletion = {
  counting: 'Смотрим, что изменится вместе с этим…',
  unknown: 'Не удалось узнать, какие связанные записи изменятся',
  deleted: 'Вместе с этим удалится:',
  cleared: 'Очистится ссылка:',
  refused: 'Не удалится %{count}: %{reason}',
  counted: '%{title} – %{count}',
} as const;
