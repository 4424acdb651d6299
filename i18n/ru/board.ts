/** Boards: cards in columns that are carried from one to another. */
export const board = {
  /** Of the keys that carry a card. */
  dragHelp:
    'Нажмите пробел, чтобы поднять карточку. Стрелки двигают её по колонке и между колонками, пробел опускает, Escape возвращает на место. Enter открывает карточку.',
  drag: {
    lifted: 'Карточка поднята. Колонка «%{column}», место %{place} из %{total}.',
    over: 'Колонка «%{column}», место %{place} из %{total}. %{outcome}',
    nowhere: 'Здесь карточку оставить нельзя.',
    dropped: 'Карточка опущена. Колонка «%{column}», место %{place}.',
    back: 'Перемещение отменено. Карточка вернулась в колонку «%{column}», место %{place}.',
  },
  /** Another person has moved the card that was carried. */
  conflict: 'Запись в это время изменил кто-то ещё. Карточка стоит там, где она сейчас на самом деле.',
  columns: 'Колонки: %{name}',
  /** A card was given another place in its column. */
  placed: 'Порядок изменён',
} as const;
