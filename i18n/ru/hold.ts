/** Deletion and moves, which a button must be held for. */
export const hold = {
  holding: 'Удерживайте...',
  deleting: 'Удаляем',
  deleteHelp: 'Удерживайте %{seconds} секунды, чтобы удалить. Отпустите, чтобы отменить',
  help: 'Удерживайте %{seconds} секунды. Отпустите, чтобы отменить',
  said: 'Удерживайте',
  deletedSaid: 'Удалено',
  cancelledSaid: 'Отменено',
  deleteQuestion: 'Удалить %{what}?',
  delete: 'Удалить',
} as const;
