/** Menu, header, building selector, error pages and the alert (SHELL-*, ERR-*). */
export const shell = {
  /** Default of `PRODUCT_NAME` (ERR-03). */
  product: 'Управдом',
  documentTitle: '%{title} – %{product}',
  /** The same while there are unread notifications. */
  unreadTitle: '(%{count}) %{title} – %{product}',
  skip: 'К содержимому',
  menu: 'Разделы',
  more: 'Ещё',
  /** Menu entry and title of the shift page. */
  firstSteps: 'Первые шаги',
  shift: 'Дежурство',
  signOut: 'Выйти',
  notices: {
    title: 'Уведомления',
    unread: 'Уведомления, непрочитанных: %{count}',
  },
  theme: { dark: 'Тёмная тема', light: 'Светлая тема' },
  undo: { act: 'Вернуть', done: 'Возвращено' },
  selector: {
    label: 'Выбор домов',
    all: 'Все объекты',
    none: 'Нет объектов',
    failed: 'Список не загрузился',
    disabled: 'Здесь показаны все объекты',
    search: 'Улица, номер дома или комплекс',
    selectAll: 'Выбрать все',
    chosen: 'выбрано %{count} из %{total}',
    noComplex: 'Без комплекса',
  },
  /** Opened by Ctrl+K. */
  search: {
    open: 'Найти',
    keys: 'Ctrl K',
  },
  fallback: {
    title: 'Страница не найдена',
    line: 'Ссылка устарела, или в ней опечатка.',
    home: 'На главную',
  },
  wrongPlace: {
    title: 'Вы попали не туда',
    line: 'Такой записи нет, или она вам недоступна.',
    back: 'Вернуться к списку',
  },
  forbidden: {
    title: 'Для вас доступ закрыт',
    section: 'Раздел «%{section}» открывает администратор компании.',
    everything: 'Доступ к разделам открывает администратор компании.',
  },
  broken: {
    title: 'Страница не открылась',
    line: 'Так бывает, когда пропадает связь или вышла новая версия.',
    reload: 'Обновить страницу',
    offline: 'Нет связи с сервером',
    offlineLine: 'Страница откроется сама, как только связь появится.',
    again: 'Повторить',
    still: 'Связи с сервером пока нет',
  },
  /** Records that the console could not read. */
  unread:
    'Не удалось показать %{smart_count} запись |||| Не удалось показать %{smart_count} записи |||| Не удалось показать %{smart_count} записей',
  alert: { close: 'Закрыть', request: 'Номер запроса: %{id}' },
} as const;
