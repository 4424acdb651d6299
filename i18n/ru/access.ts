/** Sections, levels and why something is not allowed. */
export const access = {
  sections: {
    news: 'Новости',
    tasks: 'Заявки',
    chats: 'Общение',
    residents: 'Резиденты',
    readings: 'Показания',
    cameras: 'Камеры',
    employees: 'Сотрудники',
    buildings: 'Объекты',
  },
  /** The refusal where administrators alone may see something, after «Недостаточно прав:». */
  administration: 'это видят только администраторы',
  /** Labels of the employee form (PERM-26). */
  levels: {
    news: { read: 'Только просмотр', write: 'Создавать и редактировать' },
    tasks: {
      denied: 'Скрыть',
      read: 'Только просмотр',
      write: 'Создавать и редактировать',
      performer: 'Быть исполнителем',
    },
    chats: { denied: 'Скрыть', read: 'Читать и писать' },
    other: { denied: 'Скрыть', read: 'Только просмотр', write: 'Добавлять и редактировать' },
  },
  /** The same rights as nouns, for «Нет права „Камеры: …“». */
  rights: {
    news: { write: 'создание и редактирование' },
    tasks: { read: 'просмотр', write: 'создание и редактирование' },
    chats: { read: 'чтение и ответы' },
    other: { read: 'просмотр', write: 'добавление и редактирование' },
  },
  noRight: 'Нет права «%{section}: %{right}»',
  has: {
    denied: 'Раздел для вас закрыт',
    read: 'Вам доступен просмотр',
    write: 'Вам доступны просмотр и изменение',
    performer: 'Вам доступна работа исполнителя',
  },
  own: 'Себя заблокировать или удалить нельзя',
  ownEdit: 'Свои данные и права изменить нельзя: об этом можно попросить другого администратора',
  /** Of a record of an added section that names the person himself. */
  ownRecord: 'Запись о вас самих изменить нельзя',
  away: 'Этот дом вам недоступен',
  building: 'Вам доступна только часть дома, поэтому изменить его нельзя',
  places: 'Среди адресатов есть недоступные вам, поэтому изменить или удалить нельзя',
  elsewhere: 'Относится и к домам, которые вам доступны не целиком, поэтому удалить нельзя',
  unknown: 'Пока неизвестно, можно ли вам это изменить',
} as const;
