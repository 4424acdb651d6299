/** Drafts of forms. */
export const drafts = {
  /** `%{when}` is «сегодня в 14:05» or «21 ноября в 14:05». */
  found: 'Есть черновик: %{when}',
  restore: 'Восстановить',
  remove: 'Удалить',
  label: 'Черновик',
  restored: 'Черновик восстановлен',
  /** Both changed the same. */
  clashed:
    'Пока черновик ждал, кто-то другой изменил то же самое, его правка оставлена: %{fields}. Проверьте перед сохранением',
  seen: 'Понятно',
  removed: 'Черновик удалён',
  /** Said to a person who has left a form. */
  kept: 'Черновик сохранён',
  goOn: 'Вернуться',
  /** Asked where nothing keeps what was typed. */
  leave: 'Введённое не сохранится. Уйти со страницы?',
  leaveYes: 'Уйти',
} as const;
