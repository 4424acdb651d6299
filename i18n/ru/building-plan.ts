/** Making buildings and changing what they are made of: what the rules of both sides say, and the pages of it. */
export const buildingPlan = {
  takenAddress: 'дом по этому адресу уже есть',
  closedAddress: 'дом по этому адресу закрыт: откройте его снова в списке закрытых домов',
  tooManyUnits: 'в одном доме может быть не больше %{most} помещений',
  tooManyEntrances: 'в одном доме может быть не больше %{most} подъездов',
  repeatedNumber: 'квартира %{number} попадает в два подъезда: исправьте номера первых квартир',
  repeatedLabel: 'помещение «%{label}» уже есть',
  highNumber: 'номер квартиры может быть не больше %{most}',
  notNumber: '«%{text}» – не номер и не промежуток номеров: напишите, например, 13, 40–42',
  noSuchNumber: 'квартиры %{number} в доме нет',
  notLettered: '«%{text}» – не номер с буквой: напишите, например, 12А, 15Б',
  noEntrance: 'подъезда %{entrance} в доме нет',
  noFloor: 'в подъезде %{entrance} нет этажа %{floor}',
  longLabel: 'название помещения длиннее %{most} символов',
  hasReadings: 'по этой квартире есть показания счётчиков',
  refused: {
    busy: 'В доме есть %{smart_count} незавершённая заявка. Завершите её или отмените |||| В доме есть %{smart_count} незавершённые заявки. Завершите их или отмените |||| В доме есть %{smart_count} незавершённых заявок. Завершите их или отмените',
    tied: 'К помещению относятся жители, показания, объявления или записи разделов. Сначала перенесите их или удалите',
  },
} as const;
