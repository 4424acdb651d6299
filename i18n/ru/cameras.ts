/** The card of a camera (B§2.7). */
export const cameras = {
  frame: 'Камера: %{name}',
  watch: 'Показать',
  noStream: 'Нет картинки',
  enlarge: 'Увеличить: %{name}',
  enlargeTip: 'Увеличить',
  previous: 'Предыдущая камера',
  next: 'Следующая камера',
  place: '%{number} из %{total}',
  end: 'Дальше камер нет',
} as const;
