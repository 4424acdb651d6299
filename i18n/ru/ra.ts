/**
 * Mends `ra-language-russian`: keys it lacks, plurals it has wrong («1 выбран» also for 21), and names
 * that react-admin would glue on in the nominative. Put over it by `src/data/providers/providers.ts`.
 */
export const ra = {
  action: {
    bulk_actions: '%{smart_count} выбран |||| %{smart_count} выбрано |||| %{smart_count} выбрано',
    cancel: 'Отменить',
    create_item: 'Добавить: %{item}',
    export: 'Скачать',
    undo: 'Вернуть',
    select_all: 'Выбрать все',
    unselect: 'Снять выбор',
  },
  page: {
    create: 'Новая запись',
    edit: 'Изменить запись',
    show: '%{recordRepresentation}',
    empty: 'Пока ничего нет',
    invite: 'Добавьте первую запись',
    access_denied: 'Для вас доступ закрыт',
  },
  auth: {
    auth_check_error: 'Войдите в систему',
    email: 'Электронная почта',
    sign_in_error: 'Войти не удалось. Попробуйте ещё раз',
  },
  configurable: { inspector: { content: 'Наведите на элементы страницы, чтобы настроить их' } },
  validation: { email: 'Некорректная электронная почта', regex: 'Не тот вид записи' },
  message: {
    invalid_form: 'Исправьте ошибки в форме',
    not_found: 'Такой страницы нет, или ссылка неверна',
    bulk_delete_content:
      'Удалить %{smart_count} запись? |||| Удалить %{smart_count} записи? |||| Удалить %{smart_count} записей?',
    bulk_delete_title:
      'Удалить %{smart_count} запись |||| Удалить %{smart_count} записи |||| Удалить %{smart_count} записей',
    bulk_update_content:
      'Изменить %{smart_count} запись? |||| Изменить %{smart_count} записи? |||| Изменить %{smart_count} записей?',
    bulk_update_title:
      'Изменить %{smart_count} запись |||| Изменить %{smart_count} записи |||| Изменить %{smart_count} записей',
    delete_content: 'Удалить эту запись?',
    delete_title: 'Удалить запись?',
    unsaved_changes: 'Изменения не сохранены. Уйти со страницы?',
  },
  navigation: {
    page_range_info: '%{offsetBegin}–%{offsetEnd} из %{total}',
    partial_page_range_info: '%{offsetBegin}–%{offsetEnd} из более чем %{offsetEnd}',
    page_rows_per_page: 'Строк на странице',
  },
  notification: {
    bad_item: 'Запись заполнена неверно',
    canceled: 'Отменено',
    created: 'Запись добавлена',
    data_provider_error: 'Данные не получены',
    http_error: 'Сервер не ответил. Попробуйте через минуту',
    item_doesnt_exist: 'Такой записи нет',
    logged_out: 'Сеанс завершён. Войдите снова',
    not_authorized: 'Недостаточно прав',
    offline: 'Нет связи с сервером',
    updated: 'Изменена %{smart_count} запись |||| Изменены %{smart_count} записи |||| Изменено %{smart_count} записей',
    deleted: 'Удалена %{smart_count} запись |||| Удалены %{smart_count} записи |||| Удалено %{smart_count} записей',
  },
  guesser: {
    empty: { title: 'Данных нет', message: 'Проверьте, откуда раздел берёт данные' },
  },
} as const;
