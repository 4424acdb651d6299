/** Whom an announcement is for and how many that is, as the backend says it (NEWS-62). */
export const recipients = {
  houses: '%{smart_count} дом: %{list} |||| %{smart_count} дома: %{list} |||| %{smart_count} домов: %{list}',
  address: '%{street}, %{numbers}',
  inHouse: '%{address}: %{parts}',
  /** The last two of a list. */
  and: '%{list} и %{last}',
  /** Ends a list of buildings that is too long. */
  moreHouses: '%{list} и ещё %{count}',
  moreObjects:
    '%{list}; ещё %{smart_count} адрес |||| %{list}; ещё %{smart_count} адреса |||| %{list}; ещё %{smart_count} адресов',
  porch: 'подъезд %{list}',
  porches: 'подъезды %{list}',
  floor: 'этаж %{list}',
  floors: 'этажи %{list}',
  /** Of one entrance or of several that have the same floors. */
  floorsOfPorches: '%{porches}, %{floors}',
  pipe: 'стояк %{list}',
  pipes: 'стояки %{list}',
  pipesCount: '%{smart_count} стояк |||| %{smart_count} стояка |||| %{smart_count} стояков',
  flat: 'квартира %{list}',
  flats: 'квартиры %{list}',
  flatsCount: '%{smart_count} квартира |||| %{smart_count} квартиры |||| %{smart_count} квартир',
} as const;
