/** The round of readings: its table, what becomes of each cell, leaving. Comes with the table. */
export const readingsRound = {
  table: 'Показания за %{month}, таблица обхода',
  help: 'Стрелки и Enter ведут по ячейкам, Ctrl+V вставляет столбец из Excel, Ctrl+Z отменяет последнее.',
  entrance: 'Подъезд обхода',
  everyEntrance: 'Все подъезды',
  cell: '%{meter}, квартира %{flat}',
  saved: 'Сохранено: %{count}',
  saving: 'Сохраняем…',
  failed: 'Не сохранено: %{count}',
  doubtful: 'Проверьте: %{count}',
  state: { saving: 'сохраняем', saved: 'сохранено', failed: 'не сохранено', doubt: 'проверьте значение' },
  lower: 'Меньше прошлого (%{last}). Enter – внести как есть',
  given: 'Меньше уже переданного за этот месяц (%{last}). Enter – внести как есть',
  higher: 'Намного больше обычного (прошлое %{last}). Enter – внести как есть',
  /** Said when the round is ended. */
  ended:
    'Обход закончен, внесено %{smart_count} показание |||| Обход закончен, внесено %{smart_count} показания |||| Обход закончен, внесено %{smart_count} показаний',
  leave: 'Не отправлено значений: %{count}. Они останутся в этом браузере до следующего обхода. Закончить сейчас?',
  /** The same where the browser gives no room. */
  leaveUnkept: 'Не отправлено значений: %{count}. Они пропадут: браузер их не сохраняет. Закончить сейчас?',
  leaveYes: 'Закончить',
  monthOver: 'Начался новый месяц. Закончите обход и начните его заново',
  notNumber: 'Здесь только цифры',
  sendAgain: 'Сохранить ещё раз',
  notLoaded: 'Часть квартир не загрузилась',
  loadAgain: 'Повторить',
  notPasted: 'Ничего не вставлено: часть квартир не загрузилась. Вставьте столбец ещё раз.',
  homeless: {
    count:
      '%{smart_count} значение не вставлено: для него нет ячейки |||| %{smart_count} значения не вставлены: для них нет ячеек |||| %{smart_count} значений не вставлено: для них нет ячеек',
    below: 'Ниже последней квартиры',
    beside: 'Правее последнего счётчика',
    meter: 'Такого счётчика в доме нет',
    at: 'кв. %{flat}, %{meter} – %{value}',
    done: 'Убрать',
  },
  unsent: 'Введено раньше и не отправлено. Enter – внести, Esc – убрать',
} as const;
