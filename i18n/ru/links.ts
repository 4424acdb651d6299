/** Why a record that others refer to is not deleted, or not brought back: the server's sentences. `records`: sections with numbers. */
export const links = {
  referred: 'Нельзя удалить: на запись ссылаются %{records}',
  referredBelow: 'Нельзя удалить: на то, что удалится вместе с записью, ссылаются %{records}',
  tooMany: 'Нельзя удалить: изменилось бы больше %{most} связанных записей. Удалите или измените их сначала по частям',
  closed: 'Нельзя удалить: вместе с записью удалятся %{records}, а удалять их вам нельзя',
  taken: 'Вернуть нельзя: в разделе «%{section}» уже есть запись с таким же значением',
  gone: 'Вернуть нельзя: записи, на которую она ссылается, больше нет (%{field})',
  round: 'Вернуть нельзя: ссылки пойдут по кругу (%{field})',
} as const;
