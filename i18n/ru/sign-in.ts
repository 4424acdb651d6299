/** The sign-in page (AUTH-08…28). It stands in `index.html`, so the build puts these texts there. */
export const signIn = {
  documentTitle: 'Вход – %{product}',
  title: 'Вход для сотрудников',
  lead: 'Телефон, на который вас пригласила компания',
  phone: 'Телефон',
  password: 'Пароль',
  passwordPlaceholder: 'Введите пароль',
  showPassword: 'Показать пароль',
  hidePassword: 'Скрыть пароль',
  submit: 'Войти в систему',
  recover: 'Восстановить доступ',
  foot: 'Консоль управляющей компании',
  passwordChanged: 'Пароль изменён. Войдите с новым паролем',
  wrong: 'Неправильно введён телефон или пароль',
  offline: 'Похоже, нет связи с сервером. Проверьте интернет и попробуйте ещё раз.',
  loading: 'Загружаем консоль',
  noScript: 'Чтобы войти, включите в браузере JavaScript.',
} as const;
