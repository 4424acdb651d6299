/** Texts of the controls without a domain word. */
export const ui = {
  delete: 'Удалить',
  holding: 'Удерживайте...',
  deleting: 'Удаляем',
  holdHelp: 'Удерживайте %{seconds} секунды, чтобы удалить. Отпустите, чтобы отменить',
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
} as const;
