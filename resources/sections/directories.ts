import { defineResource } from '../language/define-resource.ts';
import { ANSWER_TEXT, ANSWER_TITLE } from '../rules/chat/canned-answers.ts';

/**
 * Company directories: services, complexes, organisations, stories, canned answers, webhooks. Only the bundled server has them,
 * and it lists them only to administrators (`GET /resources/definitions/`).
 */

const API = {
  dialect: 'simple-rest',
  paging: 'none',
  version: 'record_version',
  undo: true,
} as const;

/** Rights of employees; no menu entry, since the company page links to them. */
const COMPANY_PAGE_ONLY = { section: 'employees', menu: false } as const;

const MENU = ['edit', 'hold-delete'] as const;

/** Services (requests.md); `icon` is the name of a console icon. */
const services = defineResource({
  ...COMPANY_PAGE_ONLY,
  name: 'company-services',
  icon: 'handyman',
  words: {
    one: 'услуга',
    few: 'услуги',
    many: 'услуг',
    accusative: 'услугу',
    gender: 'f',
    plural: 'услуги',
  },
  routes: { list: '/settings/services', create: '/settings/add-service', edit: '/settings/edit-service' },
  api: { ...API, path: '/api/crm/directories/services/' },
  fields: {
    name: { kind: 'text', label: 'Название', required: true, max: 60, spaces: 'one' },
    icon: {
      kind: 'choice',
      label: 'Значок',
      required: true,
      initial: 'handyman',
      options: [
        { value: 'plumbing', label: 'Сантехника' },
        { value: 'bolt', label: 'Электричество' },
        { value: 'thermostat', label: 'Отопление' },
        { value: 'elevator', label: 'Лифт' },
        { value: 'cleaning', label: 'Уборка' },
        { value: 'key', label: 'Замки и ключи' },
        { value: 'format-paint', label: 'Ремонт' },
        { value: 'park', label: 'Благоустройство' },
        { value: 'handyman', label: 'Другое' },
      ],
    },
    place: {
      kind: 'number',
      label: 'Место в списке',
      help: 'Чем меньше число, тем выше услуга стоит в списках. Без числа – последней',
      min: 1,
      max: 1000,
    },
    closed: {
      kind: 'checkbox',
      label: 'Закрыта',
      help: 'Новые заявки по закрытой услуге не создают, старые остаются',
    },
  },
  list: {
    layout: 'table',
    columns: ['name', 'icon', 'place', 'closed'],
    menu: MENU,
    sort: { field: 'place', order: 'ASC' },
  },
  form: [{ fields: ['name', 'icon', 'place', 'closed'] }],
});

/** Groups of buildings in the selector (SHELL-22). */
const complexes = defineResource({
  ...COMPANY_PAGE_ONLY,
  name: 'company-complexes',
  icon: 'domain',
  words: {
    one: 'комплекс',
    few: 'комплекса',
    many: 'комплексов',
    accusative: 'комплекс',
    gender: 'm',
    plural: 'комплексы',
  },
  routes: { list: '/settings/complexes', create: '/settings/add-complex', edit: '/settings/edit-complex' },
  api: { ...API, path: '/api/crm/directories/complexes/' },
  fields: { name: { kind: 'text', label: 'Название', required: true, max: 60, spaces: 'one' } },
  list: { layout: 'table', columns: ['name'], menu: MENU, sort: { field: 'name', order: 'ASC' } },
  form: [{ fields: ['name'] }],
});

/** The company and its subsidiaries (settings.md), with the data of the company page (SET-44). */
const organisations = defineResource({
  ...COMPANY_PAGE_ONLY,
  name: 'company-organisations',
  icon: 'apartment',
  words: {
    one: 'организация',
    few: 'организации',
    many: 'организаций',
    accusative: 'организацию',
    gender: 'f',
    plural: 'организации',
  },
  routes: {
    list: '/settings/organisations',
    create: '/settings/add-organisation',
    edit: '/settings/edit-organisation',
  },
  api: { ...API, path: '/api/crm/directories/organisations/' },
  fields: {
    label: { kind: 'text', label: 'Название в списках', required: true, max: 100, spaces: 'one' },
    name_short: { kind: 'text', label: 'Краткое название', required: true, max: 100, spaces: 'one' },
    name_full: { kind: 'text', label: 'Полное название', required: true, max: 300, spaces: 'one' },
    phones: {
      kind: 'lines',
      label: 'Телефоны',
      help: 'Каждый с новой строки: Диспетчерская: +7 495 123-45-67',
      max: 100,
      items: 20,
    },
    license_on: { kind: 'date', label: 'Дата регистрации', to: 'today' },
    closed: {
      kind: 'checkbox',
      label: 'Закрыта',
      help: 'Закрытую организацию не предлагают новым сотрудникам и домам. Головную закрыть нельзя',
    },
  },
  list: {
    layout: 'table',
    columns: ['label', 'name_full', 'phones', 'closed'],
    menu: MENU,
    sort: { field: 'label', order: 'ASC' },
  },
  form: [{ fields: ['label', 'name_short', 'name_full', 'phones', 'license_on', 'closed'] }],
});

/** Maximum number of frames of a story; our own limit, not in the specification. */
const STORY_FRAMES_MAX = 20;

/** Stories (stories.md); the n-th picture, heading and text form one frame. */
const stories = defineResource({
  ...COMPANY_PAGE_ONLY,
  name: 'company-stories',
  icon: 'campaign',
  words: {
    one: 'история',
    few: 'истории',
    many: 'историй',
    accusative: 'историю',
    gender: 'f',
    plural: 'истории',
  },
  routes: { list: '/settings/stories', create: '/settings/add-story', edit: '/settings/edit-story' },
  api: { ...API, path: '/api/crm/directories/stories/', scope: 'buildings_id' },
  building: 'buildings',
  fields: {
    title: { kind: 'text', label: 'Название', required: true, max: 60, spaces: 'one' },
    subtype: {
      kind: 'choice',
      label: 'О чём',
      required: true,
      initial: 'rules',
      options: [
        { value: 'rules', label: 'Правила' },
        { value: 'safety', label: 'Безопасность' },
        { value: 'muni', label: 'Город' },
        { value: 'domcom', label: 'Совет дома' },
      ],
    },
    buildings: { kind: 'buildings', label: 'Дома', required: true, message: 'validation.buildings' },
    cover: { kind: 'files', label: 'Обложка', required: true, max: 1, only: 'images' },
    pictures: { kind: 'files', label: 'Кадры', required: true, max: STORY_FRAMES_MAX, only: 'images' },
    headings: {
      kind: 'lines',
      label: 'Заголовки кадров',
      help: 'По строке на кадр, в том же порядке',
      max: 80,
      items: STORY_FRAMES_MAX,
    },
    texts: {
      kind: 'lines',
      label: 'Тексты кадров',
      help: 'По строке на кадр, в том же порядке',
      max: 400,
      items: STORY_FRAMES_MAX,
    },
  },
  list: { layout: 'table', columns: ['title', 'subtype', 'buildings'], menu: MENU },
  form: [{ fields: ['title', 'subtype', 'buildings', 'cover', 'pictures', 'headings', 'texts'] }],
});

/** Canned answers of the chat, which can also be edited in the chat. */
const answers = defineResource({
  ...COMPANY_PAGE_ONLY,
  name: 'company-answers',
  icon: 'forum',
  words: {
    one: 'быстрый ответ',
    few: 'быстрых ответа',
    many: 'быстрых ответов',
    accusative: 'быстрый ответ',
    gender: 'm',
    plural: 'быстрые ответы',
  },
  routes: { list: '/settings/answers', create: '/settings/add-answer', edit: '/settings/edit-answer' },
  api: { ...API, path: '/api/crm/directories/answers/' },
  fields: {
    title: { kind: 'text', label: 'Название', required: true, ...ANSWER_TITLE },
    text: { kind: 'long-text', label: 'Текст', required: true, ...ANSWER_TEXT },
  },
  list: { layout: 'table', columns: ['title', 'text'], menu: MENU, sort: { field: 'title', order: 'ASC' } },
  form: [{ fields: ['title', 'text'] }],
});

/** Webhook targets that `notify` rules of added sections can send records to. */
const webhooks = defineResource({
  ...COMPANY_PAGE_ONLY,
  name: 'company-webhooks',
  icon: 'build',
  words: {
    one: 'вебхук',
    few: 'вебхука',
    many: 'вебхуков',
    accusative: 'вебхук',
    gender: 'm',
    plural: 'вебхуки',
  },
  routes: { list: '/settings/webhooks', create: '/settings/add-webhook', edit: '/settings/edit-webhook' },
  api: { ...API, path: '/api/crm/directories/webhooks/' },
  fields: {
    name: {
      kind: 'text',
      label: 'Имя в описаниях разделов',
      help: 'По нему описание находит вебхук: "to": {"webhook": "buhgalteriya"}',
      required: true,
      max: 40,
      case: 'lower',
      pattern: '[a-z][a-z0-9-]*',
      mismatch: 'Латинские буквы, цифры и дефис; первая – буква',
    },
    address: {
      kind: 'link',
      label: 'Адрес',
      help: 'Туда сервер отправляет POST с JSON: https и открытая сеть, если администратор сервера не разрешил другое',
      required: true,
    },
    paused: { kind: 'checkbox', label: 'Приостановлен', help: 'Ничего не отправляется; что накопится, уйдёт потом' },
  },
  list: {
    layout: 'table',
    columns: ['name', 'address', 'paused'],
    menu: MENU,
    sort: { field: 'name', order: 'ASC' },
  },
  card: { title: 'name', fields: ['address', 'paused'], body: 'webhook-card', edit: true },
  form: [{ fields: ['name', 'address', 'paused'] }],
});

/** The definitions by the last segment of their API path. */
export const DIRECTORIES = { services, complexes, organisations, stories, answers, webhooks } as const;
export type DirectoryName = keyof typeof DIRECTORIES;
