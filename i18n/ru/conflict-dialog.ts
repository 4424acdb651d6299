/** Texts of the dialog that asks which values to keep after another person has saved the record. */
export const conflictDialog = {
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
