/** Words of the section of residents (RES-*): page titles, buttons, fields, choices. */
export const residentsResource = {
  page: {
    list: 'Резиденты',
    create: 'Кого хотите пригласить?',
    edit: 'Изменить данные резидента',
  },
  action: {
    create: '➕ Пригласить новых',
    publish: 'Отправить приглашение',
    save: 'Сохранить изменения',
    back: 'Вернуться к резидентам',
  },
  empty: 'Ничего не нашлось. Измените параметры поиска',
  emptyLine: 'Уберите одно из условий или проверьте номер.',
  fields: { surname: 'Фамилия', name: 'Имя', phoneNumber: 'Телефон', gender: 'Пол', units: 'Объекты' },
  choices: { gender: { female: 'Женский', male: 'Мужской' } },
  said: {
    create: 'Резидент добавлен, приглашение отправлено',
    edit: 'Данные резидента сохранены',
  },
} as const;

/** The search of residents, its results, the card of a unit, units in forms. */
export const residents = {
  ways: { manual: 'Вручную', list: 'Списком' },
  address: '%{street}, %{number}, %{label}',
  unit: { flat: 'кв. %{label}', other: '%{label}', titleFlat: 'Квартира %{label}', titleOther: '%{label}' },
  /** Three of the five tooltips of the search (G-24); «добавлен» and «создан» are not used. */
  status: { active: 'в системе', created: 'приглашён', suspended: 'заблокирован' },
} as const;
