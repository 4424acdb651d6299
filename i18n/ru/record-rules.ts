/** What only the server says of a value: it has to look at what is stored (`validation`). */
export const recordRules = {
  noBuilding: 'нет такого дома',
  noBuildingNear: 'нет такого дома; есть «%{near}»',
  noUnit: 'нет такой квартиры',
  noUnitNear: 'нет такой квартиры; есть «%{near}»',
  noRecord: 'нет такой записи',
  noRecordNear: 'нет такой записи; есть «%{near}»',
  severalNear: 'таких несколько: «%{names}» – напишите полностью',
  severalNumbered: 'таких несколько: «%{names}» – напишите вместе с номером',
  severalNamed: 'таких несколько: напишите название полностью',
  firstState: 'новая запись начинает с другого состояния',
  movedOnly: 'состояние меняют действиями в карточке',
  several: 'таких несколько: укажите номер записи',
  taken: 'уже занято',
  phoneTaken: 'человек с таким номером уже есть в системе',
} as const;
