/** Notifications: titles by type (NOTIF-13, NOTIF-14), the stack, the connection. */
export const notices = {
  stack: 'Уведомления',
  hideAll: 'Скрыть все',
  /** Above the stack, of those it has no room for. */
  older: 'ещё %{smart_count} раньше |||| ещё %{smart_count} раньше |||| ещё %{smart_count} раньше',
  hide: 'Скрыть уведомление: %{title}',
  /** Stands for a sender the server does not name. */
  someone: 'Сотрудник',
  title: {
    news: '%{sender} опубликовал(а) объявление',
    booklet: '%{sender} добавил(а) историю',
    camera: '%{sender} добавил(а) камеру',
    chat: '%{sender} оставил(а) новое сообщение',
    taskCreated: '%{sender} создал(а) заявку',
    taskInProgress: '%{sender} взял(а) заявку в работу',
    taskDone: '%{sender} завершил(а) заявку',
    taskCanceled: '%{sender} отменяет заявку',
    complaint: '%{sender} оставил(а) жалобу',
    appreciation: '%{sender} оставил(а) благодарность',
    suggestion: '%{sender} оставил(а) идею',
    other: '%{sender} прислал(а) уведомление',
  },
  connection: {
    lost: 'Нет связи с сервером',
    trying: 'Подключаемся снова…',
    again: 'Подключиться',
    restored: 'Связь восстановлена',
  },
} as const;
