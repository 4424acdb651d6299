/** The place of a request, chosen down to entrances and floors: its fields bring them. */
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
