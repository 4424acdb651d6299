import { newsResource } from './news.ts';

/** Words of the built-in sections that their definitions leave out: labels of fields, choices, empty lists. */
export const resources = {
  news: newsResource,
  cameras: {
    fields: { name: 'Название', link: 'Ссылка на поток', buildings: 'Объекты' },
    empty: 'Нет результатов',
    emptyLine: 'Добавьте ссылку на поток – картинка появится здесь.',
  },
} as const;
