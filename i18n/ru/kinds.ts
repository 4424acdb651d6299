/** What the rules of kinds say besides `validation`, and what their inputs and files do: no list needs it. */
export const kinds = {
  numberDigits: 'не больше 15 цифр',
  maskDigits: 'только цифры, не больше %{most}',
  between: 'от %{low} до %{high}',
  atLeast: 'не меньше %{low}',
  atMost: 'не больше %{high}',
  notBefore: 'не раньше %{low}',
  notAfter: 'не позже %{high}',
  dateUnfinished: 'неполная дата',
  dateImpossible: 'нет такой даты',
  timeUnfinished: 'неполное время',
  time: 'введите время, например 09:30',
  duration: 'введите длительность, например 1 ч 30 мин',
  email: 'введите адрес почты, например dom@example.ru',
  inn: 'в ИНН 10 цифр у организации и 12 у человека',
  innCheck: 'контрольная цифра ИНН не сходится: проверьте, нет ли опечатки',
  ogrn: 'в ОГРН 13 цифр, в ОГРНИП 15',
  ogrnCheck: 'контрольная цифра ОГРН не сходится: проверьте, нет ли опечатки',
  bik: 'в БИК 9 цифр',
  bikStart: 'БИК начинается с 04, у казначейства – с 00, 01 или 02',
  numberGiven: 'номер присваивает система',
  numberLike: 'номер пишут так: %{like}',
  /** In an empty box. */
  durationLike: '1 ч 30 мин',
  digits: { inn: '10 или 12 цифр', ogrn: '13 или 15 цифр', bik: '9 цифр' },
  /** Before the number of a firm in a file. */
  number: { inn: 'ИНН', ogrn: 'ОГРН', bik: 'БИК' },
} as const;
