/** Texts of the definition of requests: the head of the board and the form of a new one. */
export const tasksResource = {
  page: { create: 'Где и какая помощь нужна?' },
  action: {
    create: '➕ Создать новую заявку',
    /** On a phone held upright (TASK-10). */
    createShort: '➕ Создать',
    publish: 'Создать заявку',
    cancel: 'Отменить',
    back: 'Вернуться к заявкам',
  },
  fields: {
    place: 'Объект',
    service: 'Услуга',
    performer: 'Исполнитель',
    description: 'Описание',
    deadline: 'Выполнить до',
    files: 'Файлы',
    source: 'Повод',
  },
  said: { create: 'Заявка № %{id} создана', plain: 'Заявка создана', open: 'Открыть' },
  service: 'Выберите услугу',
  later: 'Назначить позже',
} as const;
