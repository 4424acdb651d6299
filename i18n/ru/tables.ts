/** What is chosen in a table: its columns, and rows to do something with. */
export const tables = {
  /** What a list is narrowed to by the link that led to it. */
  narrowed: {
    ofOne: 'Только то, на что вела ссылка',
    ofUnit: 'Для помещения: %{label}',
    ofSomeUnit: 'Для одного помещения',
    ofRecord: 'Связано с: %{label}',
    ofRecordAnywhere: 'Связано с: %{label} (во всех объектах)',
    since: 'с %{from}',
    between: '%{from} – %{to}',
  },
  columns: {
    title: 'Столбцы',
    first: 'Первый столбец виден всегда',
    end: 'Дальше двигать некуда',
    up: 'Столбец «%{name}» – раньше',
    down: 'Столбец «%{name}» – позже',
    moved: 'Столбец «%{name}» теперь %{place}-й из %{count}',
    reset: 'Вернуть как было',
  },
  /** Figures of all records that a list finds; their names stand behind the name of a field or before the figure. */
  totals: {
    label: 'Итого',
    failed: 'Итоги не загрузились',
    sum: 'сумма',
    average: 'в среднем',
    min: 'наименьшее',
    max: 'наибольшее',
    count: 'заполнено',
  },
  groups: {
    title: 'Группировка',
    none: 'Без группировки',
    /** Records that hold nothing in the field that a table is grouped by. */
    nothing: 'Не указано',
    more: 'Показать ещё %{count}',
    loading: 'Загружаем записи…',
    failed: 'Записи не загрузились',
    tooMany: 'Групп больше %{max}, показаны самые большие. Сузьте отбор, чтобы увидеть остальные',
    by: 'Записи сгруппированы: %{label}',
    flat: 'Записи не сгруппированы',
  },
  chosen: {
    label: 'Действия с выбранным',
    menu: 'Действия',
    count: 'Выбрано: %{count}',
    clear: 'Снять выбор',
    tooMany: 'За один раз – не больше %{max}',
    change: 'Изменить поле',
    changeTitle: 'Изменить поле. Выбрано %{many}: %{count}',
    field: 'Поле',
    submit: 'Изменить',
    changed: 'Изменено %{many}: %{count}',
    delete: 'Удалить',
    deleteQuestion: 'Удалить выбранное? Выбрано %{many}: %{count}',
    deleted: 'Удалено %{many}: %{count}',
    restored: 'Возвращено %{many}: %{count}',
    saved: 'Файл сохранён. Строк: %{count}',
    /** After what was done; `reasons` are sentences of the server. */
    refused: 'Не изменилось: %{count} – %{reasons}',
  },
} as const;
