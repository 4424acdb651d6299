/** Texts of the controls without a domain word (DESIGN §9, §10). */
export const ui = {
  delete: 'Удалить',
  holding: 'Удерживайте...',
  deleting: 'Удаляем',
  holdHelp: 'Удерживайте полторы секунды, чтобы удалить. Отпустите, чтобы отменить',
  holdSaid: 'Удерживайте',
  deletedSaid: 'Удалено',
  cancelledSaid: 'Отменено',
  deleteQuestion: 'Удалить %{what}?',
  cancel: 'Отменить',
  /** Takes the day that was gone to in a calendar. */
  pick: 'Выбрать',
  close: 'Закрыть',
  actions: 'Действия',
  busy: 'Загружаем',
  counter: '%{count} из %{max}',
  /** A moment of the past, within a sentence. */
  when: { today: 'сегодня в %{time}', day: '%{day} в %{time}' },
  /** Somebody saved the record that is edited; `%{when}` is «сегодня в 14:05». */
  conflict: {
    title: 'Эту запись уже изменили',
    by: {
      other: 'Последняя правка: %{name}, %{when}.',
      own: 'Вы сами сохранили её в другом окне %{when}.',
      unknown: 'Её сохранил кто-то ещё, пока вы редактировали.',
    },
    line: 'Выберите, какие значения оставить.',
    mine: 'ваше значение',
    theirs: 'на сервере',
    all: { mine: 'Оставить всё моё', theirs: 'Оставить всё с сервера' },
    back: 'Вернуться к форме',
    save: 'Сохранить выбранное',
    choose: 'Осталось выбрать: %{smart_count}',
  },
} as const;
