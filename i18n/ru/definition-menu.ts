/** Texts of the menu and of sections about files that add sections; all others come with their page. */
export const definitionMenu = {
  menu: 'Описания разделов',
  count: 'Требуют внимания: %{count}',
  mistakes: 'Ошибок в описании: %{count}',
} as const;
