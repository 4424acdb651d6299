import { defineResource } from '../language/define-resource.ts';

/** First and last name, with one message for all mistakes (EMP-23). */
const NAME = {
  kind: 'text',
  required: true,
  min: 1,
  max: 60,
  message: 'validation.nameLength',
  tooShort: 'validation.nameLength',
  tooLong: 'validation.nameLength',
} as const;

/** Employees and their rights (EMP-*). */
export const employees = defineResource({
  name: 'employees',
  section: 'employees',
  icon: 'badge',
  area: 'settings',
  words: {
    one: 'сотрудник',
    few: 'сотрудника',
    many: 'сотрудников',
    accusative: 'сотрудника',
    gender: 'm',
    plural: 'сотрудники',
  },
  routes: {
    list: '/settings/employees-permissions',
    create: '/settings/add-employee',
    edit: '/settings/edit-employee',
  },
  api: {
    dialect: 'crm',
    path: '/api/crm/employee/',
    paging: 'page',
    update: 'PUT',
    id: 'user',
    undo: true,
    sort: 'sort',
    version: 'version',
  },
  after: { create: '/settings/edit-employee?id={id}&screen=service' },
  record: { notOwn: 'user' },
  fields: {
    name: { kind: 'employees:person', first: 'first_name', last: 'last_name', picture: 'avatar', own: 'user' },
    first_name: NAME,
    last_name: NAME,
    gender: {
      kind: 'choice',
      required: true,
      as: 'radio',
      message: 'validation.gender',
      options: [{ value: 'female' }, { value: 'male' }],
    },
    position: { kind: 'text', required: true, max: 100 },
    company: {
      kind: 'one-of',
      required: true,
      message: 'validation.organisation',
      from: '/api/crm/scenarios/companies/',
      note: { key: 'is_tenant', yes: 'employees.company.head', no: 'employees.company.subsidiary' },
    },
    phone_number: { kind: 'phone', required: true },
    objects: { kind: 'employees:porches', wire: 'porches', houses: 'buildings', count: 'objects_count' },
    sections: {
      kind: 'employees:levels',
      required: true,
      message: 'validation.level',
      rows: [
        { icon: 'campaign', sections: ['news'] },
        { icon: 'handyman', sections: ['tasks'] },
        { icon: 'forum', sections: ['chats'] },
        { icon: 'people', sections: ['residents'] },
        { icon: 'speed', sections: ['readings'] },
        { icon: 'videocam', sections: ['cameras'] },
        {
          label: 'employees.sections.settings',
          icon: 'settings',
          sections: ['employees', 'buildings'],
          optional: ['employees'],
        },
      ],
      only: { level: 'performer', feature: 'services' },
      givable: 'may_give',
    },
    services: {
      kind: 'some-of',
      required: true,
      message: 'validation.services',
      from: '/api/crm/services/',
      text: 'name',
      icon: 'icon',
    },
    status: {
      kind: 'choice',
      options: [
        { value: 'active', mark: 'user-active' },
        { value: 'created', mark: 'user-created' },
        { value: 'suspended', mark: 'user-suspended' },
      ],
    },
  },
  list: {
    layout: 'table',
    columns: ['name', 'position', 'company', 'objects', 'sections', 'status'],
    menu: ['edit', 'suspend', 'hold-delete'],
    search: ['name'],
    sort: { field: 'name', order: 'ASC' },
  },
  card: {
    title: 'name',
    fields: ['phone_number', 'objects', 'sections'],
    head: 'employee-head',
    body: 'employee-card',
    foot: 'employee-foot',
  },
  form: {
    head: 'employee-person',
    steps: [
      {
        name: 'personal',
        title: 'employees.steps.personal',
        columns: 2,
        fields: ['first_name', 'last_name', 'gender', 'position', 'company', 'phone_number'],
      },
      { name: 'sections', title: 'employees.steps.sections', later: 'employees.steps.later', fields: ['sections'] },
      { name: 'objects', title: 'employees.steps.objects', later: 'employees.steps.later', fields: ['objects'] },
      {
        name: 'service',
        title: 'employees.steps.services',
        later: 'employees.steps.later',
        feature: 'services',
        when: { field: 'sections', key: 'tasks', is: 'performer', hint: 'employees.steps.performers' },
        fields: ['services'],
      },
    ],
  },
});
