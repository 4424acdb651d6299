/** The card of a camera. */
export const cameras = {
  frame: 'Камера: %{name}',
  watch: 'Показать',
  noStream: 'Нет картинки',
  /** A stream without TLS on a console with it. */
  withoutTls: 'Камера работает по http: в консоли, открытой по https, браузер её не показывает',
  noPicture: 'Нет картинки? Возможно, страница камеры не разрешает показывать себя внутри других страниц.',
  openPage: 'Открыть отдельно',
  enlarge: 'Увеличить: %{name}',
  enlargeTip: 'Увеличить',
  previous: 'Предыдущая камера',
  next: 'Следующая камера',
  place: '%{number} из %{total}',
  end: 'Дальше камер нет',
} as const;
