/** Complaints, gratitude and ideas of residents (B§2.11, COMPL-*). */
export const complaints = {
  title: 'Обращения',
  types: {
    complaint: 'Жалобы',
    suggestion: 'Идеи',
    appreciation: 'Благодарности',
  },
  typesLabel: 'Виды обращений',
  count:
    '%{smart_count} обращение, %{fresh} новых |||| %{smart_count} обращения, %{fresh} новых |||| %{smart_count} обращений, %{fresh} новых',
  countRead: '%{smart_count} обращение |||| %{smart_count} обращения |||| %{smart_count} обращений',
  countOne:
    '%{smart_count} обращение, %{fresh} новое |||| %{smart_count} обращения, %{fresh} новое |||| %{smart_count} обращений, %{fresh} новое',
  atLeast: 'не менее %{text}',
  unread: '%{smart_count} непрочитанное |||| %{smart_count} непрочитанных |||| %{smart_count} непрочитанных',
  fresh: 'Новое',
  empty: 'Нет результатов',
  emptyLine: {
    complaint: 'Жалоб жителей выбранных домов нет.',
    suggestion: 'Идей жителей выбранных домов нет.',
    appreciation: 'Благодарностей жителей выбранных домов нет.',
  },
  noPreview: 'Пока ничего нет',
  porch: 'подъезд %{number}',
  waiting: 'Нет связи. Обращения обновятся, как только она появится.',
  off: 'Обращения сейчас недоступны',
  offLine: 'Сервер не отвечает. Попробуйте ещё раз чуть позже.',
  retry: 'Повторить',
  toTypes: 'К видам обращений',
  makeRequest: 'Создать заявку',
  request: 'Заявка № %{id}',
  madeOf: 'Создана по обращению жителя',
  madeOfMessage: 'Создана по сообщению в чате',
  write: 'Написать',
} as const;

/** Canned answers of the chat. */
export const answers = {
  title: 'Быстрые ответы',
  manage: 'Настроить ответы',
  keys: '↑ ↓ – выбрать, Enter – вставить, Esc – закрыть',
  busy: 'Загружаем ответы…',
  failed: 'Не удалось загрузить ответы',
  none: 'Быстрых ответов пока нет',
  nothing: 'Ничего не найдено',
  add: '➕ Добавить ответ',
  added: 'Новый ответ',
  edit: 'Изменение ответа',
  name: 'Название',
  nameHint: 'По нему ответ находят после знака /',
  text: 'Текст ответа',
  places: 'Вставить:',
  placesHint:
    'Вместо слов в фигурных скобках подставятся данные жителя. Со знаком «?» – {квартира?} – слово пропадёт, если данных нет.',
  preview: 'Как увидит житель',
  save: 'Сохранить',
  back: 'Назад',
  change: 'Изменить',
  removeWhat: 'быстрый ответ',
  actions: 'Действия с ответом «%{title}»',
  tooMany: 'Больше %{max} ответов хранить нельзя: удалите лишние',
  taken: 'ответ с таким названием уже есть',
} as const;
