/** The person is saved, the gateway did not take the message yet: said by forms, by the section. */
export const undone = {
  residents: {
    undone: {
      create: { invited: 'Резидент добавлен, но СМС с приглашением пока не ушло. Отправим его ещё раз сами' },
      edit: {
        invited: 'Изменения сохранены, но СМС с приглашением на новый номер пока не ушло. Отправим его ещё раз сами',
      },
    },
  },
  employees: {
    undone: {
      create: { invited: 'Сотрудник добавлен, но СМС с приглашением пока не ушло. Отправим его ещё раз сами' },
      edit: {
        invited: 'Изменения сохранены, но СМС с приглашением на новый номер пока не ушло. Отправим его ещё раз сами',
      },
    },
  },
} as const;
