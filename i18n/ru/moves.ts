/** Records that are moved from state to state. */
export const moves = {
  /** Over the buttons of a card. */
  title: 'Действия',
  /** Closes the question and changes nothing. */
  notNow: 'Не сейчас',
  only: 'Это может только %{who}',
  who: {
    or: '%{one} или %{other}',
    author: 'автор записи',
    person: 'сотрудник из поля «%{field}»',
    read: 'тот, кому открыт раздел',
    write: 'тот, кто может менять записи',
    administrator: 'администратор',
  },
  closed: 'Сейчас «%{state}»: отсюда это действие недоступно',
  /** The reason that the definition gives. */
  waits: '%{hint}',
  said: 'Теперь «%{state}»',
  changed: 'Запись тем временем изменилась: проверьте её и повторите',
  changedBy: 'Запись тем временем изменил кто-то ещё (%{name}): проверьте её и повторите',
} as const;
