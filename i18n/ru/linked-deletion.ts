/** What the question before a deletion says of records that refer to what is deleted. */
export const linkedDeletion = {
  counting: 'Смотрим, что изменится вместе с этим…',
  unknown: 'Не удалось узнать, какие связанные записи изменятся',
  deleted: 'Вместе с этим удалится:',
  cleared: 'Очистится ссылка:',
  refused: 'Не удалится %{count}: %{reason}',
  counted: '%{title} – %{count}',
} as const;
