/** When an announcement is published, and how residents will see it; comes with the field of the form. */
export const newsLater = {
  now: 'Сразу',
  later: 'В назначенное время',
  at: 'День и время выхода',
  preview: 'Посмотреть, как увидят жители',
  title: 'Так объявление увидят жители',
  empty: 'Заголовок появится здесь',
  emptyText: 'Текст появится здесь.',
} as const;

/** Why an announcement cannot be published at a time; answered by the server and said beside the field. */
export const newsRules = {
  past: 'это время уже прошло',
  published: 'объявление уже опубликовано',
} as const;
