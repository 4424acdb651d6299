import { covers, LEVELS, type Level, SECTIONS } from '#resources/language/access.ts';
import { completeDefinition } from '#resources/language/complete-definition.ts';
import { isFeatureOn } from '#resources/language/features.ts';
import { fieldRule, sentFields } from '#resources/language/payload.ts';
import { readWireValue } from '#resources/language/wire-keys.ts';
import { includesLevel } from '#resources/rules/requests/rights.ts';
import { employees } from '#resources/sections/employees.ts';
import { levels, porches } from '#resources/sections/kinds/employees.ts';

const definition = completeDefinition(employees);
const { sections, objects } = definition.fields;
const rows = employees.fields.sections;

describe('levels', () => {
  test('PERM-01 EMP-09 the rows of the form name every section once', () => {
    expect(rows.rows.flatMap((row) => row.sections).sort()).toEqual([...SECTIONS].sort());
  });

  test('PERM-17 EMP-38 news that is denied is shown as read; what the record lacks is denied', () => {
    const read = levels.read?.({ news: 'denied', passes: 'write' }, rows as never) as Record<string, string>;
    expect(read).toMatchObject({ news: 'read', passes: 'write', cameras: 'denied' });
  });

  test('EMP-37 a section without a level asks for one; employees left open is denied (EMP-36)', () => {
    const rule = sections && fieldRule(sections);
    const write = (value: object) => rule?.safeParse(levels.write?.(value, rows as never));
    expect(write({ buildings: null })?.error?.issues[0]?.message).toBe('validation.level');
    expect(write({ employees: null, buildings: 'read' })?.data).toEqual({ employees: 'denied', buildings: 'read' });
    expect(write({ chats: 'write' })?.error?.issues[0]?.message).toBe('validation.choice');
  });

  test('PERM-23 covering is about what a level allows, and nothing covers more than itself', () => {
    for (const section of SECTIONS) {
      for (const level of LEVELS) expect(covers(section, level, level)).toBe(true);
      expect(covers(section, 'write', 'performer')).toBe(true);
    }
    expect(covers('cameras', 'read', 'write')).toBe(false);
    expect(covers('cameras', undefined, 'read')).toBe(false);
    expect(covers('news', undefined, 'read')).toBe(true);
    expect(covers('chats', 'read', 'write')).toBe(true);
  });

  /** The reach of each level over requests, written down by hand; `lead` is performer in the role of an administrator. */
  const REACHED = {
    denied: ['denied'],
    read: ['denied', 'read'],
    performer: ['denied', 'performer'],
    write: ['denied', 'read', 'write', 'performer', 'lead'],
    lead: ['denied', 'read', 'write', 'performer', 'lead'],
  } as const;
  const held = (name: string) =>
    name === 'lead' ? ({ role: 'admin', level: 'performer' } as const) : { role: 'employee', level: name as Level };

  test.each(Object.entries(REACHED))('PERM-23 of requests %s reaches %j and nothing else', (own, reached) => {
    const names = Object.keys(REACHED);
    expect(names.filter((other) => includesLevel('tasks', held(own), held(other))).sort()).toEqual([...reached].sort());
  });

  test('PERM-06 PERM-23 performer on any other section is what write is', () => {
    for (const section of SECTIONS.filter((name) => name !== 'tasks')) {
      expect(includesLevel(section, held('performer'), held('write'))).toBe(true);
    }
  });
});

describe('the form', () => {
  test('EMP-26 EMP-45 a new employee sends the personal fields, an edited one his rights too', () => {
    const personal = ['first_name', 'last_name', 'gender', 'position', 'company', 'phone_number'];
    expect(sentFields(definition, 'create')).toEqual(personal);
    expect(sentFields(definition, 'edit')).toEqual([...personal, 'sections', 'objects', 'services']);
    expect(sentFields(definition, 'edit', { services: false })).toEqual([...personal, 'sections', 'objects']);
  });

  test('EMP-47 the feature is on unless the server says otherwise', () => {
    expect([
      isFeatureOn(null, 'services'),
      isFeatureOn({}, 'services'),
      isFeatureOn({ services: false }, 'services'),
    ]).toEqual([true, true, false]);
  });

  test('EMP-43 entrances of whole houses and single ones are one list', () => {
    const record = { buildings: [{ id: 3, porches: [{ id: 31 }, { id: 32 }] }], porches: [{ id: 52 }] };
    const wire = objects && readWireValue('objects', objects, record);
    expect(porches.read?.(wire, { houses: 'buildings' })).toEqual([31, 32, 52]);
  });
});
