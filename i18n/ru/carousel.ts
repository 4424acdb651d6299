/** The pictures of an announcement. */
export const carousel = {
  label: 'Фотографии: %{title}',
  carousel: 'карусель',
  gallery: 'Фотографии',
  slide: 'фото',
  close: 'Закрыть',
  previous: 'Предыдущее фото',
  next: 'Следующее фото',
  place: '%{number} из %{total}',
  failed: 'Картинка не загрузилась',
} as const;
