/** Text messages to telephones. Short: a message over 70 Cyrillic characters costs as two. */
export const sms = {
  code: 'Код: %{code}. Никому его не сообщайте. %{product}',
} as const;
