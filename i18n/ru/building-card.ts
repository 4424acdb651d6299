/** The card of a building (SET-15…19). */
export const buildingCard = {
  /** The number is drawn above its word (SET-16). */
  counts: {
    porches: '%{smart_count} подъезд |||| %{smart_count} подъезда |||| %{smart_count} подъездов',
    floors: '%{smart_count} этаж |||| %{smart_count} этажа |||| %{smart_count} этажей',
    units: '%{smart_count} квартира |||| %{smart_count} квартиры |||| %{smart_count} квартир',
  },
  card: {
    readings: 'Приём показаний',
    cameras: '%{smart_count} камера |||| %{smart_count} камеры |||| %{smart_count} камер',
    access: 'Доступ сотрудников',
    who: 'Кто что может',
  },
} as const;
