/** Rights and buildings of an employee, in lists and forms. */
export const employeeFields = {
  you: 'вы',
  all: 'Все',
  hidden: 'Скрыт',
  levels: 'Доступ к разделам',
  notYours: 'Дать или забрать можно только то право, которое есть у вас',
  countOf: '%{count} из %{total}',
  noAccess: 'Нет доступа к объекту',
  noAccessToPorch: 'Нет доступа к подъезду',
  onlyOwn: 'Открыть или закрыть можно только то, что открыто вам',
  moreObjects: 'и ещё %{smart_count} объект |||| и ещё %{smart_count} объекта |||| и ещё %{smart_count} объектов',
} as const;
