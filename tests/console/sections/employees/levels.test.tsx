import { act, screen, within } from '@testing-library/react';
import { SLOT_WIDGETS } from '#console/app/slots.ts';
import { session } from '#console/data/session/session.ts';
import { BUILT_IN } from '#resources/built-in.ts';
import { allows, covers, LEVELS, neededLevel, refusal, SECTIONS } from '#resources/language/access.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { EMPLOYEES, employee, office } from '#tests/support/console/employees.ts';
import { openSection } from '#tests/support/console/engine-stage.tsx';
import { feedOf } from '#tests/support/console/news.ts';

/** The rights of each level in each section, written down once more by hand (PERM-05…20). */
const TABLE: Readonly<Record<string, Readonly<Record<(typeof LEVELS)[number], string>>>> = {
  news: { denied: 'see', read: 'see', write: 'see change', performer: 'see change' },
  chats: { denied: '', read: 'see change', write: 'see change', performer: 'see change' },
  other: { denied: '', read: 'see', write: 'see change', performer: 'see change' },
};

describe('level x section', () => {
  test.each(SECTIONS.flatMap((section) => LEVELS.map((level) => [section, level] as const)))(
    'PERM-05 PERM-06 PERM-17 PERM-19 PERM-20 %s at %s',
    (section, level) => {
      const row = TABLE[section] ?? TABLE.other;
      const may = (['see', 'change'] as const).filter((action) => allows(section, level, action)).join(' ');
      expect(may).toBe(row?.[level]);
      const why = refusal({ levels: { [section]: level } }, section, 'change');
      if (may.includes('change')) expect(why).toBeNull();
      else {
        // Never that a section is closed which stands open.
        const has = may === 'see' ? 'read' : level;
        expect(why).toEqual({ reason: 'level', section, needed: neededLevel(section, 'change'), has });
      }
      expect(covers(section, level, level)).toBe(true);
      expect(covers(section, 'denied', level)).toBe(may === (TABLE[section] ?? TABLE.other)?.denied);
    },
  );
});

/** Sections whose list page is made by the engine with a way to a create form. */
const PAGES = BUILT_IN.filter(({ routes, form, list }) => routes.create && form && !list.body && !list.above);

/** The button that each create form is sent with. */
const SENT_WITH: Readonly<Record<string, string>> = {
  '/create-news-form': 'Заполните обязательные поля',
  '/create-task': 'Создать заявку',
  '/create-resident-form': 'Отправить приглашение',
  '/add-readings': 'Добавить показания',
  '/create-camera-form': 'Добавить камеру',
  '/settings/add-employee': 'Добавить сотрудника',
};
const FORMS = BUILT_IN.flatMap((form) => {
  const name = SENT_WITH[form.routes.create ?? ''];
  return name ? [[form, name] as const] : [];
});

const EMPTY: Parameters<typeof office>[0] = {
  'GET /api/crm/news/': { json: feedOf([]) },
  'GET /api/crm/cameras/': { json: [] },
};

describe('level x control', () => {
  test('PERM-21 every create form is looked at', () => expect(FORMS).toHaveLength(6));

  test.each(PAGES.flatMap((page) => LEVELS.map((level) => [page.name, level, page] as const)))(
    'PERM-07 PERM-08 PERM-12 PERM-13 the create link of %s at %s',
    async (_name, level, page: Resource) => {
      office(EMPTY, { [page.section]: level });
      openSection(page, page.routes.list);
      const link = await screen.findByRole('link', { name: /Добавить|Написать/ });
      if (allows(page.section, level, 'change')) {
        expect(link).toHaveAttribute('href', page.routes.create);
        return;
      }
      expect(link).not.toHaveAttribute('href');
      expect(link).toHaveAttribute('aria-disabled', 'true');
      expect(link).toHaveAccessibleDescription(/Нет права «.+: .+»\. .+/);
    },
  );

  test.each(FORMS.flatMap(([form, name]) => LEVELS.map((level) => [form.section, level, form, name] as const)))(
    'PERM-21 the submit button of the create form of %s at %s',
    async (_name, level, form, name) => {
      office(EMPTY, { [form.section]: level });
      openSection(form, form.routes.create ?? '', SLOT_WIDGETS);
      const button = await screen.findByRole('button', { name });
      if (allows(form.section, level, 'change')) expect(button).not.toHaveAccessibleDescription(/Нет права/);
      else {
        expect(button).toHaveAttribute('aria-disabled', 'true');
        expect(button).toHaveAccessibleDescription(/^Нет права «.+: .+»/);
      }
    },
  );

  test.each(LEVELS)('PERM-21 the submit button of the employee form at %s', async (level) => {
    office({}, { employees: level });
    openSection(EMPLOYEES, '/settings/edit-employee?id=7');
    const button = await screen.findByRole('button', { name: 'Сохранить настройки' });
    if (allows('employees', level, 'change')) expect(button).not.toHaveAttribute('aria-disabled');
    else expect(button).toHaveAccessibleDescription(/Нет права «Сотрудники: добавление и редактирование»/);
  });

  test('PERM-16 PERM-21 the submit button of one’s own form says that oneself cannot be changed', async () => {
    const own = employee({ user: 1, first_name: 'Анна', last_name: 'Лебедева' });
    office({ 'GET /api/crm/employee/1/': { json: own } }, { employees: 'write' });
    openSection(EMPLOYEES, '/settings/edit-employee?id=1');
    const button = await screen.findByRole('button', { name: 'Сохранить настройки' });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(button).toHaveAccessibleDescription(/^Свои данные и права изменить нельзя/);
  });

  test('PERM-13 a right that comes while the page is open opens the control at once', async () => {
    office({}, { employees: 'read' });
    openSection(EMPLOYEES, '/settings/edit-employee?id=7');
    const button = await screen.findByRole('button', { name: 'Сохранить настройки' });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    act(() => session.permissions.set({ employees: 'write' }));
    expect(await screen.findByRole('button', { name: 'Сохранить настройки' })).not.toHaveAttribute('aria-disabled');
    expect(within(document.body).queryByText('Нет права «Сотрудники: добавление и редактирование»')).toBeNull();
  });
});
