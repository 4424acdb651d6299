/** Signatures of records: cells, inputs and the pad (`signature`). */
export const signature = {
  sign: 'Подписать',
  again: 'Подписать заново',
  remove: 'Убрать подпись',
  none: 'Подписи нет',
  signed: 'Подписано',
  signedBy: 'Подписано: %{name}',
  when: '%{signed}, %{at}',
  byName: 'имя вписано вместо росписи',
  pad: 'Поле для росписи',
  padHint: 'Распишитесь пальцем, пером или мышью',
  name: 'Кто подписывает',
  nameHint: 'Фамилия и инициалы. Если расписаться нечем, имя встанет вместо росписи.',
  undo: 'Убрать последний штрих',
  clear: 'Очистить',
  done: 'Готово',
  drawn:
    'Роспись из %{smart_count} штриха |||| Роспись из %{smart_count} штрихов |||| Роспись из %{smart_count} штрихов',
  cleared: 'Поле очищено',
  full: 'Больше штрихов не поместится',
} as const;
