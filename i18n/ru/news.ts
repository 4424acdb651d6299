/** Words of the section of announcements (NEWS-*): page titles, buttons, fields, choices. */
export const newsResource = {
  page: {
    create: 'Кому и о чём хотите рассказать?',
    edit: 'Внести изменения в объявление',
  },
  action: {
    create: 'Написать объявление',
    publish: 'Опубликовать объявление',
    publishLater: 'Запланировать объявление',
    save: 'Внести изменения и опубликовать',
    saveLater: 'Внести изменения и запланировать',
    unready: 'Заполните обязательные поля',
    back: 'Вернуться к объявлениям',
    leave: 'изменения не сохранятся',
  },
  said: {
    create: 'Объявление опубликовано',
    edit: 'Изменения в объявлении опубликованы',
  },
  empty: 'Нет новостей(',
  emptyLine: 'Напишите первое объявление для выбранных домов.',
  emptyForReaders: 'Здесь появятся объявления.',
  fields: {
    target: 'Объект',
    title: 'Заголовок',
    description: 'Текст',
    type: 'Тип',
    attachments: 'Файлы',
    publish_at: 'Когда опубликовать',
  },
  once: { target: 'Адресатов опубликованного объявления изменить нельзя' },
  choices: {
    type: { info: 'Инфо', accident: 'Авария', alert: 'Важно', report: 'Отчёт', adv: 'Реклама' },
  },
} as const;

/** The feed, the carousel and the choice of recipients (NEWS-10…22, NEWS-31…39). */
export const news = {
  /** Above a feed that a flat's card has led to. */
  you: 'Вы',
  planned: 'Выйдет %{when}',
  badges: {
    info: 'ИНФО',
    accident: 'АВАРИЯ',
    alert: 'ВАЖНО',
    warn: 'ВАЖНО',
    report: 'ОТЧЕТ',
    adv: 'РЕКЛАМА',
    advert: 'РЕКЛАМА',
  },
  collage: {
    open: 'Фото %{number} из %{total}: %{name}',
    more: '+%{count}',
  },
} as const;

/** The choice of recipients, whatever section asks for it (NEWS-31…47, NEWS-56). */
export const audience = {
  everybody: 'Всем объектам',
  all: 'Всем %{smart_count} объекту |||| Всем %{smart_count} объектам |||| Всем %{smart_count} объектам',
  porch: '%{address}, подъезд %{number}',
  ofPorch: 'подъезд %{number}',
  wholeHouse: 'Весь дом',
  porchNumber: 'Подъезд %{number}',
  floorNumber: 'Этаж %{number}',
  pipeNumber: 'Стояк %{number}',
  flat: 'кв. %{label}',
  computing: 'Вычисляю адресатов',
  flats: '%{smart_count} квартира |||| %{smart_count} квартиры |||| %{smart_count} квартир',
  porchesCount: '%{smart_count} подъезд |||| %{smart_count} подъезда |||| %{smart_count} подъездов',
  floorsCount: '%{smart_count} этаж |||| %{smart_count} этажа |||| %{smart_count} этажей',
  pipesCount: '%{smart_count} стояк |||| %{smart_count} стояка |||| %{smart_count} стояков',
} as const;
