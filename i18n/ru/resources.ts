import { newsResource } from './news.ts';
import { readingsResource } from './readings.ts';
import { residentsResource } from './residents.ts';
import { settingsResources } from './settings.ts';
import { tasksResource } from './task-words.ts';

/** Words of the built-in sections that their definitions leave out: labels of fields, choices, empty lists. */
export const resources = {
  news: newsResource,
  tasks: tasksResource,
  ...settingsResources,
  residents: residentsResource,
  readings: readingsResource,
  employees: {
    fields: {
      name: 'Имя',
      first_name: 'Имя',
      last_name: 'Фамилия',
      gender: 'Пол',
      position: 'Должность',
      company: 'Организация',
      phone_number: 'Телефон',
      objects: 'Объекты',
      sections: 'Разделы',
      services: 'Услуги',
      status: 'Статус',
    },
    choices: {
      gender: { female: 'Женский', male: 'Мужской' },
      status: { active: 'Активен', created: 'Приглашён', suspended: 'Заблокирован' },
    },
    page: { create: 'Какие данные у нового сотрудника?', edit: 'Укажите данные сотрудника' },
    action: { save: 'Сохранить настройки', publish: 'Добавить сотрудника' },
    said: {
      create: 'Сотрудник добавлен, приглашение отправлено',
      edit: 'Данные и права сотрудника сохранены',
    },
    emptyLine: 'Измените условия поиска.',
  },
  cameras: {
    fields: { name: 'Название', link: 'Ссылка на поток', buildings: 'Объекты' },
    empty: 'Нет результатов',
    emptyLine: 'Добавьте ссылку на поток – картинка появится здесь.',
  },
} as const;
