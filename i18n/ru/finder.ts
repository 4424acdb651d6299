/** Texts of the search over everything (Ctrl+K) alone, and other words that pages are looked for by. */
export const finder = {
  /** Another way to do it: «Пригласить новых: списком». */
  way: '%{action}: %{way}',
  /** Of a way with many records at once. */
  many: 'загрузить файл список импорт csv excel',
  pages: {
    '/shift': 'смена записки сводка',
    '/news': 'объявления истории',
    '/tasks': 'доска ремонт',
    '/chats': 'чат сообщения переписка обращения жалобы идеи благодарности',
    '/residents': 'жители квартиры помещения',
    '/readings': 'счётчики обход',
    '/cameras': 'видео наблюдение',
    '/profile': 'пароль фотография аватар сеансы',
    '/settings/employees-permissions': 'права доступы люди',
    '/settings/buildings': 'дома адреса паспорт',
    '/settings/company-profile': 'организация реквизиты',
    '/settings/journal': 'аудит действия история',
    '/settings/second-factor': 'двухфакторная 2FA totp код пасскей безопасность',
    '/settings/personal-data': '152-ФЗ архив человека обезличить',
    '/settings/status': 'сервер резервные копии диск',
  },
} as const;
