/** Words of the section of announcements (A§2, A§3, A§5, NEWS-*): page titles, buttons, fields, choices. */
export const newsResource = {
  page: {
    create: 'Кому и о чём хотите рассказать?',
    edit: 'Внести изменения в объявление',
  },
  action: {
    create: 'Написать объявление',
    publish: 'Опубликовать объявление',
    save: 'Внести изменения и опубликовать',
    unready: 'Заполните обязательные поля',
    back: 'Вернуться к объявлениям',
    leave: 'изменения не сохранятся',
  },
  said: {
    create: 'Объявление опубликовано',
    full: 'Объявление опубликовано: %{recipients}',
    edit: 'Изменения в объявлении опубликованы',
  },
  empty: 'Нет новостей(',
  emptyLine: 'Напишите первое объявление для выбранных домов.',
  fields: {
    target: 'Объект',
    title: 'Заголовок',
    description: 'Текст',
    type: 'Тип',
    attachments: 'Файлы',
  },
  once: { target: 'Адресатов опубликованного объявления изменить нельзя' },
  choices: {
    type: { info: 'Инфо', accident: 'Авария', alert: 'Важно', report: 'Отчёт', adv: 'Реклама' },
  },
} as const;

/** The feed, the carousel and the choice of recipients (A§2, NEWS-10…22, NEWS-31…39). */
export const news = {
  you: 'Вы',
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
  carousel: {
    label: 'Фотографии: %{title}',
    carousel: 'карусель',
    gallery: 'Фотографии',
    slide: 'фото',
    close: 'Закрыть',
    previous: 'Предыдущее фото',
    next: 'Следующее фото',
    place: '%{number} из %{total}',
    failed: 'Картинка не загрузилась',
  },
} as const;

/** The choice of recipients, whatever section asks for it (NEWS-31…47, NEWS-56). */
export const audience = {
  everybody: 'Всем объектам',
  all: 'Всем %{smart_count} объекту |||| Всем %{smart_count} объектам |||| Всем %{smart_count} объектам',
  some: 'Некоторым объектам',
  several: 'Сразу нескольким',
  choose: 'Выберите, кому написать',
  help: 'Дом, подъезд или сразу несколько объектов',
  porch: '%{address}, подъезд %{number}',
  ofPorch: 'подъезд %{number}',
  wholeHouse: 'Весь дом',
  porchNumber: 'Подъезд %{number}',
  floorNumber: 'Этаж %{number}',
  pipeNumber: 'Стояк %{number}',
  flat: 'кв. %{label}',
  who: 'Кто получит',
  scopes: {
    building: 'Весь дом',
    porch: 'Весь подъезд',
    flats: 'Квартиры',
    porches: 'Подъезды',
    floors: 'Этажи',
    pipes: 'Стояки',
  },
  chooseFlats: 'Номера квартир, не меньше трёх',
  nothing: 'Нет элементов для выбора',
  gone: 'Такого здания больше нет',
  notLoaded: 'Не удалось загрузить дом',
  again: 'Повторить',
  computing: 'Вычисляю адресатов',
  counting: 'Считаем получателей',
  flats: '%{smart_count} квартира |||| %{smart_count} квартиры |||| %{smart_count} квартир',
  residents: '%{smart_count} житель |||| %{smart_count} жителя |||| %{smart_count} жителей',
  porchesCount: '%{smart_count} подъезд |||| %{smart_count} подъезда |||| %{smart_count} подъездов',
  floorsCount: '%{smart_count} этаж |||| %{smart_count} этажа |||| %{smart_count} этажей',
  pipesCount: '%{smart_count} стояк |||| %{smart_count} стояка |||| %{smart_count} стояков',
  reach: '%{flats}, %{residents}',
  part: '%{label}: %{reach}',
  nobody: 'Здесь пока нет ни одного жителя в системе',
} as const;
