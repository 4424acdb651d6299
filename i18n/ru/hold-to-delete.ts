/** Deletion, which a button must be held for. */
export const holdToDelete = {
  holding: 'Удерживайте...',
  deleting: 'Удаляем',
  holdHelp: 'Удерживайте %{seconds} секунды, чтобы удалить. Отпустите, чтобы отменить',
  holdSaid: 'Удерживайте',
  deletedSaid: 'Удалено',
  cancelledSaid: 'Отменено',
  deleteQuestion: 'Удалить %{what}?',
  delete: 'Удалить',
} as const;
