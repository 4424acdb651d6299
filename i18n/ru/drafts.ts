/** Drafts of forms. */
export const drafts = {
  /** `%{when}` is «сегодня в 14:05» or «21 ноября в 14:05». */
  found: 'Есть несохранённый черновик: %{when}',
  restore: 'Восстановить',
  remove: 'Удалить',
  label: 'Черновик',
  restored: 'Черновик восстановлен',
  /** Both changed the same. */
  clashed:
    'Пока черновик лежал, это изменил кто-то другой, и его правка оставлена: %{fields}. Проверьте перед сохранением',
  seen: 'Понятно',
  removed: 'Черновик удалён',
  today: 'сегодня в %{time}',
  day: '%{day} в %{time}',
} as const;
