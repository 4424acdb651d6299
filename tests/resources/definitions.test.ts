import { problemText } from '#i18n/definition-problem.ts';
import { RESOURCES, readBuiltIn } from '#resources/index.ts';
import { AUDIT_KINDS, findAuditNameProblems } from '#resources/language/audit-kinds.ts';
import { builtInSchema } from '#resources/language/definition-schema.ts';
import { checkConflicts, DefinitionError, readDefinition } from '#resources/language/read-definition.ts';
import { SLOTS } from '#resources/language/slots.ts';
import { cameras } from '#resources/sections/cameras.ts';
import { keysDefinition } from '#tests/support/definitions.ts';

describe('definitions', () => {
  test('every built-in definition loads, and no two of them collide', () => {
    expect(RESOURCES.map(({ name }) => name)).toContain('cameras');
  });

  test('a mistake of one of them does not hide those of the others', () => {
    const definitions = { 'a.ts': cameras, 'b.ts': { ...cameras, section: 'camera' }, 'c.ts': cameras };
    expect(() => readBuiltIn(definitions)).toThrow(
      /b\.ts:\n {2}section: [\s\S]*c\.ts:\n {2}name: nameBuiltIn .*"by":"a\.ts"/,
    );
  });

  test('a definition is plain data: it is the same after a trip through JSON', () => {
    expect(JSON.parse(JSON.stringify(cameras))).toEqual(cameras);
    expect(() => readDefinition(JSON.parse(JSON.stringify(cameras)), 'cameras.json', builtInSchema)).not.toThrow();
  });

  test('CAM-01, CAM-06, CAM-07: cameras keep the routes, paths and fields of the specification', () => {
    const resource = readDefinition(cameras, 'resources/sections/cameras.ts', builtInSchema);
    expect(resource.routes).toEqual({ list: '/cameras', create: '/create-camera-form', edit: '/edit-camera-form' });
    expect(resource.api).toMatchObject({ path: '/api/crm/cameras/', scope: 'buildings_id', update: 'PUT' });
    expect(Object.keys(resource.fields)).toEqual(['name', 'link', 'buildings']);
  });

  test('a definition without an API is stored by the backend in the box, under its own name', () => {
    const resource = readDefinition(keysDefinition(), 'keys.json');
    expect(resource).toMatchObject({
      generic: true,
      menu: true,
      routes: { list: '/keys', create: '/keys/create', edit: '/keys/edit' },
      api: { dialect: 'simple-rest', path: '/api/records/keys', paging: 'page' },
    });
    expect(resource.api.scope).toBeUndefined();
  });

  test.each([...AUDIT_KINDS])(
    'a section of own records may not be called %s, as audit entries of others are',
    (name) => {
      expect(findAuditNameProblems({ name, generic: true })).toEqual([
        { place: 'name', code: 'nameOfAudit', params: { name } },
      ]);
      expect(findAuditNameProblems({ name, generic: false })).toEqual([]);
    },
  );

  test('a definition tied to buildings asks for those that are checked', () => {
    const draft = keysDefinition();
    draft.fields.house = { kind: 'building', label: 'Дом', required: true };
    const resource = readDefinition({ ...draft, building: 'house' }, 'keys.json');
    expect(resource.api.scope).toBe('buildings_id');
  });

  test.each([
    ['a name', { name: 'cameras', routes: { list: '/x' } }],
    ['a route', { routes: { list: '/cameras' } }],
  ])('a definition may not take %s that another one has', (_what, change) => {
    const resource = readDefinition(
      { ...keysDefinition(), section: 'cameras', ...change, form: undefined, list: { layout: 'table' } },
      'keys.json',
    );
    const taken = readDefinition(cameras, 'resources/sections/cameras.ts', builtInSchema);
    expect(() =>
      checkConflicts([
        { source: 'resources/sections/cameras.ts', resource: taken, builtIn: true },
        { source: 'keys.json', resource },
      ]),
    ).toThrow(/keys\.json[\s\S]*BuiltIn.*resources\/sections\/cameras\.ts/);
  });

  test('an address with a slash behind it is the same address', () => {
    const mine = readDefinition(keysDefinition(), 'a.json');
    const again = readDefinition({ ...keysDefinition(), name: 'locks', section: 'locks' }, 'b.json');
    const resource = { ...again, routes: { list: '/keys/' } };
    const both = [
      { source: 'a.json', resource: mine },
      { source: 'b.json', resource },
    ];
    expect(() => checkConflicts(both)).toThrow(/routes\.list: routeTaken/);
  });

  test('every clash with another definition is told at once, and whether the product brings the other', () => {
    const mine = readDefinition(keysDefinition(), 'a.json');
    const again = readDefinition(keysDefinition(), 'b.json');
    const clash = (builtIn: boolean) => {
      try {
        checkConflicts([
          { source: 'a.json', resource: mine, builtIn },
          { source: 'b.json', resource: again },
        ]);
      } catch (error) {
        if (error instanceof DefinitionError) return error.problems.map(problemText);
      }
      return [];
    };
    expect(clash(false)).toEqual([
      'name: имя «keys» уже занято: a.json',
      'routes.list: адрес /keys уже занят: a.json',
      'routes.create: адрес /keys/create уже занят: a.json',
      'routes.edit: адрес /keys/edit уже занят: a.json',
    ]);
    expect(clash(true)[0]).toBe('name: имя «keys» занято встроенным разделом (a.json)');
  });

  test('no slot is named twice', () => {
    expect(new Set(SLOTS).size).toBe(SLOTS.length);
  });
});
