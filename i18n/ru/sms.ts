/** Text messages to telephones. Short: a message over 70 Cyrillic characters costs as two. */
export const sms = {
  residentInvitation: '%{company}: вас пригласили в приложение жителя. Вход по этому номеру',
  company: 'Управляющая компания',
  suspended: 'Вход закрыт: учётная запись заблокирована. %{product}',
  secondFactorReset: 'Администратор сбросил ваш двухэтапный вход. Если вы не просили, скажите ему. %{product}',
  code: 'Код: %{code}. Никому его не сообщайте. %{product}',
} as const;
