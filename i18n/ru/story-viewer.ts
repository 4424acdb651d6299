/** Texts of the story viewer (STORY-*). */
export const storyViewer = {
  viewer: '%{title}, кадр %{number} из %{total}',
  close: 'Закрыть',
  pause: 'Пауза',
  play: 'Продолжить показ',
  previous: 'Предыдущий кадр',
  next: 'Следующий кадр',
  previousGroup: 'Предыдущая история: %{title}',
  nextGroup: 'Следующая история: %{title}',
  failedFrame: 'Кадр не загрузился',
  failed: 'История не загрузилась',
  again: 'Повторить',
} as const;
