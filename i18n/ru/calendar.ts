/** Calendars: records of a section by their days. */
export const calendar = {
  looks: {
    label: 'Вид календаря',
    month: 'Месяц',
    week: 'Неделя',
    day: 'День',
    agenda: 'Расписание',
    undated: 'Без даты: %{count}',
  },
  undatedTitle: 'Без даты',
  today: 'Сегодня',
  isToday: 'сегодня',
  previous: {
    month: 'Предыдущий месяц',
    week: 'Предыдущая неделя',
    day: 'Предыдущий день',
    agenda: 'Предыдущий месяц',
  },
  next: {
    month: 'Следующий месяц',
    week: 'Следующая неделя',
    day: 'Следующий день',
    agenda: 'Следующий месяц',
  },
  /** For screen readers, of the days as a table. */
  help: 'Стрелки переходят между днями, Page Up и Page Down листают, Enter открывает день.',
  /** Of a day that is not the only one of a record. */
  goesOn: 'продолжается',
  more: 'Ещё %{count}',
  moreOf: 'Ещё %{count}: %{day}',
  showMore: 'Показать ещё',
  records: 'Записей: %{count}',
  add: 'Добавить: %{day}',
  none: {
    day: 'В этот день записей нет',
    week: 'На этой неделе записей нет',
    agenda: 'В этом месяце записей нет',
    undated: 'У всех записей есть дата',
  },
  /** The server does not search by days. */
  loadedOnly:
    'Сервер не ищет записи по дням: показаны первые %{count} из списка. Остальные найдутся поиском и фильтрами.',
  move: 'Перенести на…',
  setDate: 'Назначить дату…',
  moveTitle: 'Перенести: %{name}',
  moveTo: 'Новая дата',
  moveYes: 'Перенести',
  /** Reports of actions. */
  moved: 'Дата изменена: %{when}',
  fixed: 'Дату этой записи здесь не изменить',
  changed: 'Дату этой записи тем временем изменили: она стоит там, где сейчас на самом деле',
  changedBy: 'Дату этой записи тем временем изменил кто-то ещё (%{name}): она стоит там, где сейчас на самом деле',
} as const;
