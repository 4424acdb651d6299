/** Words of the definition: labels, buttons, empty lists (READ-18…33). */
export const readingsResource = {
  page: { create: 'Показания за %{month}' },
  action: {
    create: '➕ Добавить показания',
    publish: 'Добавить показания',
    unready: 'Добавить показания',
    back: 'Вернуться к показаниям',
  },
  said: { create: 'Показания приняты' },
  empty: 'Нет результатов',
  emptyLine: 'В выбранных домах нет квартир.',
  fields: {
    date: 'Месяц',
    house: 'Объект',
    flat: 'Квартира',
    sender: 'Кто передал',
    sent: 'Когда',
    water_cold: 'Холодная вода',
    water_hot: 'Горячая вода',
    elec_day: 'Электричество (день)',
    elec_night: 'Электричество (ночь)',
    gas: 'Газ',
    heating: 'Отопление',
    building: 'Объект',
    unit: 'Квартира',
    readings: 'Показания',
    passes: 'История показаний',
  },
} as const;

/** Meter readings (READ-*). */
export const readings = {
  /** Answers of the backend (READ-29). */
  closed: 'Приём показаний с %{from} по %{to} число месяца',
  unset: 'Для этого дома дни приёма показаний не заданы',
  rule: {
    value: 'введите до шести цифр',
    unknown: 'такого счётчика здесь нет',
    none: 'введите хотя бы одно показание',
  },
  meters: {
    water_cold: 'Холодная вода',
    water_hot: 'Горячая вода',
    elec_day: 'Электричество (день)',
    elec_night: 'Электричество (ночь)',
    elec_single: 'Электричество',
    gas: 'Газ',
    heating: 'Отопление',
  },
  /** Heads of columns, for who reads them all day. */
  short: {
    water_cold: 'ХВС',
    water_hot: 'ГВС',
    elec_day: 'День',
    elec_night: 'Ночь',
    elec_single: 'Свет',
    gas: 'Газ',
    heating: 'Отопление',
    flat: 'Кв.',
  },
  flat: 'кв. %{label}',
  flatTitle: 'Квартира %{label}',
  senders: { meter: 'Умный счётчик', resident: 'Житель, через приложение', employee: 'Сотрудник, через консоль' },
  lastHint: 'Прошлое показание: %{meter}',
} as const;
