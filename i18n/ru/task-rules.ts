/** Why a request does not take a change; answered by the server and said by the console beside the field. */
export const taskRules = {
  name: 'Заявка № %{id}',
  performer: 'выберите исполнителя',
  notPerformer: 'этому сотруднику нельзя поручить заявку',
  performerByStage: 'исполнителя назначают заявке в работе',
  resolutionAtEnd: 'итог указывают, когда заявку завершают',
  onlyCancel: 'заявку, которую никто не брал в работу, можно только отменить',
  fromDone: 'завершённую заявку изменить нельзя',
  performerElsewhere: 'исполнитель этой заявки не работает с такой услугой в этом доме: сначала смените исполнителя',
  notYours: 'Эту заявку выполняет другой сотрудник',
  sameAsBefore: 'так уже есть',
  noUndo: 'Отменить это действие уже нельзя',
  partBuilding: 'дом доступен вам не целиком, выберите подъезды',
  oneBuilding: 'подъезды и этажи должны быть в одном доме',
  comment: 'напишите сообщение или прикрепите файл',
} as const;
