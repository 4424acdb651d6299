/** Beside a list with nothing to choose from. */
export const way = {
  mine: 'Добавить в настройках',
  others: 'Об этом можно попросить администратора компании',
} as const;
