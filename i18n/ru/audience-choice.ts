import { GONE_BUILDING } from './gone-building.ts';

/** Texts of the field for the audience of an announcement, and of the count of its residents. */
export const audienceChoice = {
  some: 'Некоторым объектам',
  several: 'Сразу нескольким',
  choose: 'Выберите, кому написать',
  help: 'Дом, подъезд или сразу несколько объектов',
  who: 'Кто получит',
  scopes: {
    building: 'Весь дом',
    porch: 'Весь подъезд',
    flats: 'Квартиры',
    porches: 'Подъезды',
    floors: 'Этажи',
    pipes: 'Стояки',
  },
  chooseFlats: 'Номера квартир, не меньше трёх',
  nothing: 'Нет элементов для выбора',
  gone: GONE_BUILDING,
  notLoaded: 'Не удалось загрузить дом',
  again: 'Повторить',
  counting: 'Считаем адресатов',
  residents: '%{smart_count} житель |||| %{smart_count} жителя |||| %{smart_count} жителей',
  reach: '%{flats}, %{residents}',
  part: '%{label}: %{reach}',
  nobody: 'Здесь пока нет ни одного жителя в системе',
} as const;
