import { defineResource } from '../language/define-resource.ts';
import { TEXT } from '../limits.ts';

/** Announcements (NEWS-*). */
export const news = defineResource({
  name: 'news',
  section: 'news',
  icon: 'campaign',
  words: {
    one: 'объявление',
    few: 'объявления',
    many: 'объявлений',
    accusative: 'объявление',
    gender: 'n',
    plural: 'объявления',
    title: 'Новости',
  },
  routes: { list: '/news', create: '/create-news-form', edit: '/edit-news-form' },
  api: {
    dialect: 'crm',
    path: '/api/crm/news/',
    paging: 'next',
    pageSize: 20,
    scope: 'buildings_id',
    update: 'PATCH',
    version: 'version',
    undo: true,
  },
  record: { allPlaces: 'is_all_places' },
  notices: { create: { type: 'news', subtype: { field: 'type' }, message: 'title' } },
  fields: {
    target: {
      kind: 'news:audience',
      required: true,
      once: true,
      message: 'validation.object',
      reach: '/api/crm/news/reach/',
    },
    title: { kind: 'text', required: true, ...TEXT.newsTitle },
    description: { kind: 'long-text', required: true, ...TEXT.newsContent },
    type: {
      kind: 'choice',
      required: true,
      as: 'chips',
      initial: 'info',
      options: [
        { value: 'info', mark: 'news-info-fg' },
        { value: 'accident', mark: 'news-accident-bg' },
        { value: 'alert', same: ['warn'], mark: 'news-alert-fg' },
        { value: 'report', mark: 'news-report-fg' },
        { value: 'adv', same: ['advert'], mark: 'news-adv-fg' },
      ],
    },
    attachments: { kind: 'files', lists: ['image_attachments', 'file_attachments'] },
    publish_at: { kind: 'news:publication', sparse: true },
  },
  list: { layout: 'feed', card: 'news-card', above: 'story-strip', menu: ['edit', 'hold-delete'] },
  form: [{ fields: ['target', 'title', 'description', 'type', 'attachments'] }, { fields: ['publish_at'] }],
});
