/** Texts of the controls without a domain word. */
export const ui = {
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
