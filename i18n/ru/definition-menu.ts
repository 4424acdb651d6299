/** What the menu and sections say of files that add sections; all else comes with their page. */
export const definitionMenu = {
  menu: 'Описания разделов',
  count: 'Требуют внимания: %{count}',
  mistakes: 'Ошибок в описании: %{count}',
} as const;
