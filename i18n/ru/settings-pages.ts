/** Pages of the settings. */
export const settingsPages = {
  backToCompany: 'Вернуться к компании',
  passport: 'Паспорт',
  registered: 'Дата регистрации',
  views: {
    label: 'Таблицы объектов',
    buildings: 'Список объектов',
    readings: 'Приём показаний',
  },
} as const;
