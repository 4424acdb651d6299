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
    news: '%{sender}: новое объявление',
    booklet: '%{sender}: новая история',
    camera: '%{sender}: новая камера',
    chat: '%{sender}: новое сообщение',
    taskCreated: '%{sender}: новая заявка',
    taskInProgress: '%{sender}: заявка взята в работу',
    taskDone: '%{sender}: заявка завершена',
    taskCanceled: '%{sender}: заявка отменена',
    complaint: '%{sender}: новая жалоба',
    appreciation: '%{sender}: новая благодарность',
    suggestion: '%{sender}: новая идея',
    recordCreated: '%{sender}: «%{about}», новая запись',
    recordChanged: '%{sender}: «%{about}», запись изменена',
    recordMoved: '%{sender}: «%{about}», запись в другом состоянии',
    recordCommented: '%{sender}: «%{about}», комментарий',
    recordDue: 'Напоминание: «%{about}»',
    other: '%{sender}: новое уведомление',
  },
  /** Several records of one call. */
  records: '%{smart_count} запись |||| %{smart_count} записи |||| %{smart_count} записей',
  connection: {
    lost: 'Нет связи с сервером',
    trying: 'Подключаемся снова…',
    again: 'Подключиться',
    restored: 'Связь восстановлена',
  },
} as const;
