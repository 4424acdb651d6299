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
  close: 'Закрыть',
  actions: 'Действия',
  busy: 'Загружаем',
  counter: '%{count} из %{max}',
} as const;
