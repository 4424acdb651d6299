/**
 * Texts of forms once a record is saved, besides the sentences that every section has, which stand with its words. `undone`: the gateway
 * did not take the message yet.
 */
export const saved = {
  news: {
    said: {
      full: 'Объявление опубликовано: %{recipients}',
      createLater: 'Объявление запланировано',
      planned: 'Объявление выйдет %{planned}: %{recipients}',
      editLater: 'Изменения сохранены, объявление запланировано',
      plannedEdit: 'Изменения сохранены, объявление выйдет %{planned}',
    },
  },
  residents: {
    said: { createByHand: 'Резидент добавлен, СМС не отправлено' },
    undone: {
      create: { invited: 'Резидент добавлен, но СМС с приглашением пока не ушло. Отправим его ещё раз сами' },
      edit: {
        invited: 'Изменения сохранены, но СМС с приглашением на новый номер пока не ушло. Отправим его ещё раз сами',
      },
    },
  },
  employees: {
    said: { createByHand: 'Сотрудник добавлен, СМС не отправлено' },
    undone: {
      create: { invited: 'Сотрудник добавлен, но СМС с приглашением пока не ушло. Отправим его ещё раз сами' },
      edit: {
        invited: 'Изменения сохранены, но СМС с приглашением на новый номер пока не ушло. Отправим его ещё раз сами',
      },
    },
  },
} as const;
