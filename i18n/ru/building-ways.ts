/** Ways to new buildings: the search knows them too. */
export const buildingWays = {
  form: 'Заполнить форму',
  buildings: 'Таблица домов',
  units: 'Таблица квартир',
} as const;
