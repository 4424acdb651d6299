import { buildingTypes } from './building-types.ts';

/** The settings area: tab bar, objects, reading settings, company (SET-*). */
export const settings = {
  title: 'Настройки',
  tabs: 'Разделы настроек',
  company: 'Компания',
  journal: 'Журнал',
  status: 'Состояние',
  personalData: 'Персональные данные',
  secondFactor: 'Двухэтапный вход',
  daysHelp: 'От 1 до 28, чтобы приём открывался каждый месяц',
  /** Tabs of the form of a building (SET-28, SET-29). */
  sections: { passport: 'Паспорт', readings: 'Виды показаний', cameras: 'Камеры' },
} as const;

/** Words of the two definitions of the buildings' settings. */
export const settingsResources = {
  'settings-buildings': {
    fields: {
      address: 'Объект',
      complex: 'Комплекс',
      organization: 'Организация',
      building_type: 'Тип',
      days: 'Дни приёма показаний',
      reading_types: 'Что принимается',
      cameras: 'Камеры объекта',
    },
    choices: {
      building_type: buildingTypes,
    },
    /** Why a camera of the list cannot be unticked. */
    fixed: { cameras: 'Только у этого объекта, отвязать нельзя' },
    page: { create: 'Новый дом', edit: 'Укажите настройки объекта' },
    said: { create: 'Дом добавлен', edit: 'Настройки объекта сохранены' },
    action: { back: 'Объекты', change: 'Изменить настройки', create: '➕ Новый дом', publish: 'Добавить дом' },
    empty: 'Объектов пока нет',
  },
  'reading-settings': {
    fields: {
      address: 'Объект',
      days: 'Дни приёма показаний',
      reading_types: 'Что принимается',
      water: 'Вода',
      electricity: 'Электричество',
      gas: 'Газ',
      heating: 'Отопление',
    },
    page: { edit: 'Укажите настройки показаний' },
    said: { edit: 'Настройки показаний сохранены' },
    action: { back: 'Приём показаний', save: 'Сохранить настройки' },
    empty: 'Нет объектов, показания которых вам доступны',
  },
} as const;
