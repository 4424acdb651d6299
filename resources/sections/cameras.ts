import { defineResource } from '../language/define-resource.ts';
import { TEXT } from '../limits.ts';

/** Stream cameras (CAM-*). */
export const cameras = defineResource({
  name: 'cameras',
  section: 'cameras',
  icon: 'videocam',
  words: { one: 'камера', few: 'камеры', many: 'камер', accusative: 'камеру', gender: 'f', plural: 'камеры' },
  routes: { list: '/cameras', create: '/create-camera-form', edit: '/edit-camera-form' },
  api: {
    dialect: 'crm',
    path: '/api/crm/cameras/',
    paging: 'none',
    scope: 'buildings_id',
    update: 'PUT',
    version: 'version',
  },
  record: { deleteWhole: 'is_all_buildings' },
  notices: { create: { type: 'camera', subtype: 'create', message: 'name' } },
  fields: {
    name: {
      kind: 'text',
      required: true,
      ...TEXT.cameraName,
      tooShort: 'validation.nameLength',
      tooLong: 'validation.nameLength',
    },
    link: { kind: 'link', required: true },
    buildings: { kind: 'buildings', required: true, message: 'validation.buildings' },
  },
  list: { layout: 'cards', card: 'camera-card', above: 'linked-camera', menu: ['edit', 'hold-delete'] },
  form: [{ fields: ['name', 'link', 'buildings'] }],
});
