import { problemText } from '#i18n/definition-problem.ts';
import { BUILT_IN } from '#resources/built-in.ts';
import { refusal } from '#resources/language/access.ts';
import { builtInSchema } from '#resources/language/definition-schema.ts';
import { formNavigation, formSections } from '#resources/language/form-sections.ts';
import { DefinitionError, readDefinition } from '#resources/language/read-definition.ts';
import { mergePayloadParts, readWireValue, toPayloadPart } from '#resources/language/wire-keys.ts';
import { settingsBuildings } from '#resources/sections/buildings.ts';
import { SECTION_KINDS } from '#resources/sections/kinds/registry.ts';
import { readingSettings } from '#resources/sections/reading-settings.ts';
import { keysDefinition } from '#tests/support/definitions.ts';

type Draft = ReturnType<typeof keysDefinition>;

/** The problems that reading a changed copy of the made-up definition reports. */
function problemsOf(change: (draft: Draft) => unknown): readonly string[] {
  const draft = structuredClone(keysDefinition());
  change(draft);
  try {
    readDefinition(draft, 'resources/extra/keys.json');
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error;
    return error.problems.map(problemText);
  }
  return [];
}

test('G-69: every built-in form that replaces a record sends the version that it has seen', () => {
  const replaced = BUILT_IN.filter(({ routes }) => routes.edit !== undefined);
  expect(replaced.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['news', 'residents', 'cameras', 'employees']),
  );
  expect(replaced.filter(({ api }) => api.version === undefined).map(({ name }) => name)).toEqual([]);
});

describe('what the definitions of the settings say', () => {
  test('SET-28: a form may be divided by tabs, whose mistakes are told as theirs', () => {
    expect(problemsOf((draft) => Object.assign(draft, { form: { tabs: [{ name: 'a', fields: ['label'] }] } }))).toEqual(
      [],
    );
    const [told] = problemsOf((draft) => Object.assign(draft, { form: { tabs: [{ fields: [] }] } }));
    expect(told).toMatch(/^form\.tabs\.0\.fields: элементов не меньше 1/);
    const buildings = readDefinition(settingsBuildings, 'settings', builtInSchema);
    expect(formNavigation(buildings)).toBe('tabs');
    expect(formSections(buildings).map(({ name }) => name)).toEqual(['passport', 'readings', 'cameras']);
    expect(formNavigation(readDefinition(readingSettings, 'readings', builtInSchema))).toBeNull();
  });

  test('SET-37: what a field goes with has to be there', () => {
    const label = (options: object) => (draft: Draft) => Object.assign(draft.fields.label as object, options);
    expect(problemsOf(label({ requiredWith: 'place' }))).toEqual([]);
    expect(problemsOf(label({ requiredWith: 'nowhere' }))).toEqual([expect.stringContaining('поля «nowhere» нет')]);
  });

  test.each(Object.keys(SECTION_KINDS))('no definition of an installation has a field of the kind %s', (kind) => {
    const [told, ...more] = problemsOf((draft) => Object.assign(draft.fields, { whose: { kind, label: 'Чьё' } }));
    expect(told).toMatch(/^fields\.whose/);
    expect(told).toContain(kind);
    expect(more).toEqual([]);
  });

  test('SET-22: several fields may show the same key of a record, one at the most sends it', () => {
    const api = { dialect: 'crm', path: '/api/crm/keys/', paging: 'none' };
    const routes = { list: '/keys', create: '/keys/create', edit: '/keys/edit' };
    const same = { kind: 'text', label: 'То же', wire: 'label' };
    const shared = (form: string[]) => (draft: Draft) =>
      Object.assign(draft, { api, routes, fields: { ...draft.fields, same }, form: [{ fields: form }] });
    expect(problemsOf(shared(['label', 'place']))).toEqual([]);
    expect(problemsOf(shared(['same', 'place']))).toEqual([]);
    expect(problemsOf(shared(['label', 'same']))).toEqual([expect.stringContaining('уже занято')]);
  });

  test('SET-24: a card leads to a form only where there is one', () => {
    const card = { title: 'label', fields: [], edit: true };
    expect(problemsOf((draft) => Object.assign(draft, { card }))).toEqual([]);
    const told = problemsOf((draft) => {
      Object.assign(draft, { card, form: undefined });
      Object.assign(draft.list as object, { menu: [] });
    });
    expect(told).toEqual([expect.stringMatching(/^card\.edit/)]);
  });
});

describe('where values stand on the wire', () => {
  const { days: range, address, organization } = readDefinition(settingsBuildings, 'settings', builtInSchema).fields;
  const record = { street: 'ул. Лесная', number: '12', submit_start_day: 5, tenant: { label: 'УК' }, subsidiary: null };
  const read = (name: string, field: typeof range) => field && readWireValue(name, field, record);

  test('SET-15, SET-33: one value out of several keys, and back into them', () => {
    expect(read('address', address)).toEqual({ street: 'ул. Лесная', number: '12' });
    expect(read('days', range)).toEqual({ submit_start_day: 5, submit_end_day: null });
    expect(range && readWireValue('days', range, {})).toBeUndefined();
    expect(range && toPayloadPart('days', range, { submit_start_day: 1, submit_end_day: 2 })).toEqual({
      submit_start_day: 1,
      submit_end_day: 2,
    });
  });

  test('TASK-61, SET-33: a path leads into an object, which several fields may fill; an empty one may stay away', () => {
    const text = (wire: string) => ({ kind: 'text', wire, sparse: true }) as const;
    const parts = [
      toPayloadPart('description', text('information.description'), 'Течёт кран'),
      toPayloadPart('note', text('information.note'), 'срочно'),
      toPayloadPart('phone', text('phone'), ''),
    ];
    expect(mergePayloadParts(parts)).toEqual({ information: { description: 'Течёт кран', note: 'срочно' } });
    // Generic storage has flat names.
    expect(toPayloadPart('a', text('a.b'), 'x', false)).toEqual({ 'a.b': 'x' });
  });

  test('SET-05: the organisation is who serves the building, else the head company', () => {
    expect(read('organization', organization)).toEqual({ label: 'УК' });
    const served = { ...record, subsidiary: { label: 'Сервис' } };
    expect(organization && readWireValue('organization', organization, served)).toEqual({ label: 'Сервис' });
  });
});

describe('what is open of a building', () => {
  const rules = { reachedBuilding: 'id', wholeBuilding: 'id' };
  const subject = { levels: { buildings: 'write' }, buildings: new Set([1, 2]), wholeBuildings: new Set([1]) } as const;
  const why = (action: 'see' | 'change', id: number, who: Parameters<typeof refusal>[0] = subject) =>
    refusal(who, 'buildings', action, rules, { id })?.reason ?? null;

  test('SET-13, PERM-24: seen through any entrance, changed with all of them, else neither', () => {
    expect([why('see', 1), why('change', 1)]).toEqual([null, null]);
    expect([why('see', 2), why('change', 2)]).toEqual([null, 'building']);
    expect([why('see', 3), why('change', 3)]).toEqual(['away', 'away']);
  });

  test('SET-13: nothing is open before it is known what is', () => {
    expect(why('see', 1, { levels: { buildings: 'write' } })).toBe('unknown');
    expect(why('see', 1, { levels: {} })).toBe('level');
  });
});
