/** Texts of every generated section: lists, cards, forms, failures. */
export const engine = {
  /** Followed by the name of the product (ERR-02). */
  failure: 'Возникла непредвиденная ошибка, обратитесь в поддержку %{product}',
  /** A call was given up: nothing is known of it. */
  late: 'Сервер не ответил вовремя. Проверьте связь; если вы что-то сохраняли, посмотрите, сохранилось ли',
  /** An answer that is no data: a page of something in between, or of an address that is wrong. */
  noData:
    'Вместо данных пришла страница: возможно, отвечает посредник в сети. Проверьте соединение и попробуйте ещё раз',
  /** Made from the word forms of a definition, `src/data/providers/resource-texts.ts`. */
  section: {
    create: 'Добавить %{accusative}',
    edit: 'Изменить %{accusative}',
    save: 'Сохранить изменения',
    back: 'Вернуться к списку',
    empty: '%{many} пока нет',
    emptyLine: '',
    said: {
      create: { f: '%{one} добавлена', m: '%{one} добавлен', n: '%{one} добавлено' },
      edit: { f: '%{one} изменена', m: '%{one} изменён', n: '%{one} изменено' },
    },
    deleteQuestion: 'Удалить %{accusative}?',
  },
  menu: {
    edit: 'Редактировать',
    suspend: 'Заблокировать',
    unsuspend: 'Разблокировать',
    suspended: '%{name}: вход закрыт',
    unsuspended: '%{name}: вход открыт',
    of: 'Действия: %{name}',
    deleted: { f: '%{one} удалена', m: '%{one} удалён', n: '%{one} удалено' },
    /** Somebody else was quicker, or the record left the person's reach: which of the two, he is not to be told. */
    gone: {
      f: '%{one} уже удалена или больше вам недоступна',
      m: '%{one} уже удалён или больше вам недоступен',
      n: '%{one} уже удалено или больше вам недоступно',
    },
  },
  list: {
    loading: 'Загружаем %{name}',
    loadingMore: 'Загружаем ещё',
    moreFailed: 'Не загрузилось',
    again: 'Повторить',
    loadingCard: 'Загружаем карточку',
    showNew: 'Показать новые %{plural}',
    failed: 'Данные не доехали',
    retry: 'обновить страницу',
    offline: 'Нет связи с сервером',
    offlineLine: 'Список загрузится сам, как только она появится.',
    /** `%{when}` is «сегодня в 14:05» or «21 ноября в 14:05». */
    lastSeen: 'Нет связи с сервером. Показано то, что было загружено %{when}.',
    offlinePart: 'Нет связи с сервером. Всё загрузится само, как только она появится.',
    offlinePage: 'Всё загрузится само, как только она появится.',
    choose: 'Выбрать: %{name}',
    chooseAll: 'Выбрать все на странице',
    noResults: 'Нет результатов',
    noMatches: 'Нет совпадений',
    nothingToChoose: 'Нет элементов для выбора',
    changeSearch: 'Измените параметры поиска',
    clearFilters: 'Сбросить условия',
    search: 'Поиск',
    /** Of the head of a column, where the server sorts by nothing. */
    sortsPage: 'Сортирует строки этой страницы',
    nothing: '–',
    anything: 'Любое значение',
    /** The two ends of a range that is filtered by. */
    from: '%{label}, от',
    to: '%{label}, до',
  },
  export: {
    save: 'Скачать CSV',
    busy: 'Собираем файл…',
    done: 'Файл сохранён',
    without: 'Файл без полей: %{columns}',
  },
  /** Cells of a file: written and read by the same words. */
  file: {
    numbered: '%{name} (№ %{id})',
    moment: '%{day}.%{month}.%{year} %{hour}:%{minute} UTC',
    yes: 'да',
    no: 'нет',
  },
  import: {
    one: 'Заполнить форму',
    many: 'Загрузить файл',
  },
  form: {
    noChoice: 'Не выбрано',
    closed: '%{name} (закрыта)',
  },
  fields: {
    othersStay: 'Отмеченное в подъездах, закрытых для вас, останется как есть',
    lineByLine: 'Каждый пункт с новой строки',
    fromTo: 'От %{min} до %{max} символов',
    yes: 'Да',
    no: 'Нет',
    unavailable: 'Недоступны для редактирования',
    unknownBuilding: 'Объект № %{id}',
    chooseBuilding: 'Выберите дом',
    chooseBuildingFirst: 'Сначала выберите дом',
    chooseUnit: 'Выберите квартиру',
    porch: 'Подъезд %{number}',
    entrance: 'подъезд %{numbers}',
    entrances: 'подъезды %{numbers}',
    floor: 'Этаж %{number}',
    floorOfPorch: 'Подъезд %{porch}, этаж %{number}',
    pipe: 'Стояк %{number}',
    unit: 'Помещение № %{id}',
    chooseRecord: 'Начните вводить название',
    unknownRecord: 'Запись № %{id}',
    objects: '%{smart_count} объект |||| %{smart_count} объекта |||| %{smart_count} объектов',
    filesCount: '%{smart_count} файл |||| %{smart_count} файла |||| %{smart_count} файлов',
    megabytes: '%{size} МБ',
    kilobytes: '%{size} КБ',
    showMore: 'Показать ещё %{count}',
  },
} as const;
