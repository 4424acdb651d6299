/** Changes of a record of a generated section (`engine.history`). */
export const recordHistory = {
  title: 'История изменений',
  none: 'Изменений ещё не было',
  more: 'Показать ещё',
  nobody: 'Кто-то',
  deeds: {
    create: 'добавляет запись',
    update: 'изменяет запись',
    delete: 'удаляет запись',
    restore: 'возвращает запись',
    cascade: 'удаляет запись вместе с той, на которую она ссылается',
    clear: 'удаляет запись, на которую эта ссылалась',
    move: 'меняет состояние',
    unmove: 'отменяет смену состояния',
    other: 'делает что-то другое',
  },
  files: '%{field}: другой набор файлов',
} as const;
