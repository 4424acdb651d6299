/** Drafts of forms. */
export const drafts = {
  /** `%{when}` is «сегодня в 14:05» or «21 ноября в 14:05». */
  found: 'Есть несохранённый черновик: %{when}',
  restore: 'Восстановить',
  remove: 'Удалить',
  label: 'Черновик',
  restored: 'Черновик восстановлен',
  removed: 'Черновик удалён',
  today: 'сегодня в %{time}',
  day: '%{day} в %{time}',
} as const;
