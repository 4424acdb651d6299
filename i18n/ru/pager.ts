/** Pages of a table. */
export const pager = {
  perPage: 'Строк на странице',
  range: '%{from}–%{to} из %{total}',
  page: 'Страница %{page}',
  pages: 'Страницы',
  previous: 'Предыдущая страница',
  next: 'Следующая страница',
} as const;
