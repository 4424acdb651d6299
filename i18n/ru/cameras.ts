/** The card of a camera (B§2.7). */
export const cameras = {
  frame: 'Камера: %{name}',
  watch: 'Показать',
  noStream: 'Нет картинки',
} as const;
