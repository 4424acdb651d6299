/** Texts of the field for the place of a request: building, entrances, floors. */
export const placeChoice = {
  place: {
    choose: 'Выберите объект',
    porches: 'Подъезды',
    floors: 'Этажи',
    all: 'Все',
    some: 'Некоторые',
    whole: 'Весь дом',
    count: {
      porches: '%{smart_count} подъезд |||| %{smart_count} подъезда |||| %{smart_count} подъездов',
      floors: '%{smart_count} этаж |||| %{smart_count} этажа |||| %{smart_count} этажей',
    },
  },
} as const;
