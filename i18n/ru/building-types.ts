/** Types of buildings. */
export const buildingTypes = {
  tenement: 'Многоквартирный дом',
  cottage: 'Коттедж',
  parking: 'Паркинг',
  hotel: 'Отель',
  townhouse: 'Таунхаус',
  office: 'Офис',
  mall: 'Торговый центр',
} as const;
