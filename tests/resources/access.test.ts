import {
  type Action,
  allows,
  can,
  LEVELS,
  type Level,
  neededLevel,
  OFFERED_LEVELS,
  refusal,
  SECTIONS,
} from '#resources/language/access.ts';

describe('what a level allows', () => {
  test('PERM-01, PERM-02: the sections and the levels are those of the specification, in its order', () => {
    expect(SECTIONS).toEqual(['news', 'tasks', 'chats', 'residents', 'readings', 'cameras', 'employees', 'buildings']);
    expect(LEVELS).toEqual(['denied', 'read', 'write', 'performer']);
  });

  const RULE: Record<Level, readonly Action[]> = {
    denied: [],
    read: ['see'],
    write: ['see', 'change'],
    performer: ['see', 'change'],
  };
  const EXCEPTIONS: Record<string, Partial<Record<Level, readonly Action[]>>> = {
    news: { denied: ['see'] },
    chats: { read: ['see', 'change'] },
  };
  const table = [...SECTIONS, 'an-added-section'].flatMap((section) =>
    LEVELS.flatMap((level) =>
      (['see', 'change'] as const).map(
        (action) => [section, level, action, (EXCEPTIONS[section]?.[level] ?? RULE[level]).includes(action)] as const,
      ),
    ),
  );

  test.each(table)(
    'PERM-05, PERM-06, PERM-17, PERM-19, PERM-20: %s=%s, %s → %p',
    (section, level, action, expected) => {
      expect(allows(section, level, action)).toBe(expected);
      expect(can({ [section]: level }, section, action)).toBe(expected);
    },
  );

  test('PERM-25: a section that is not in the answer, or a level nobody knows, allows nothing', () => {
    expect(can({}, 'cameras', 'see')).toBe(false);
    expect(can({ cameras: 'owner' as Level }, 'cameras', 'see')).toBe(false);
    expect(allows('cameras', undefined, 'change')).toBe(false);
    expect(can({}, 'constructor', 'see')).toBe(false);
  });

  test.each([
    ['news', ['read', 'write']],
    ['tasks', ['denied', 'read', 'write', 'performer']],
    ['chats', ['denied', 'read']],
    ['residents', ['denied', 'read', 'write']],
    ['readings', ['denied', 'read', 'write']],
    ['cameras', ['denied', 'read', 'write']],
    ['employees', ['denied', 'read', 'write']],
    ['buildings', ['denied', 'read', 'write']],
  ] as const)('PERM-06, PERM-17, PERM-19: the form offers for %s: %p', (section, levels) => {
    expect(OFFERED_LEVELS[section]).toEqual(levels);
  });
});

describe('why not', () => {
  const writer = { levels: { cameras: 'write', employees: 'write' }, user: 3, wholeBuildings: new Set([1]) } as const;

  test('PERM-05: names the section, the level that is missing and the one that is there', () => {
    expect(refusal({ levels: { cameras: 'read' } }, 'cameras', 'change')).toEqual({
      reason: 'level',
      section: 'cameras',
      needed: 'write',
      has: 'read',
    });
    expect(refusal({ levels: {} }, 'cameras', 'see')).toMatchObject({ needed: 'read', has: 'denied' });
    expect(refusal(writer, 'cameras', 'change')).toBeNull();
  });

  test('PERM-19: what is missing for chat is reading, for there is no writing', () => {
    expect(neededLevel('chats', 'change')).toBe('read');
  });

  test('PERM-16, PERM-23: nobody changes his own card, whatever his level', () => {
    const rules = { notOwn: 'user' };
    expect(refusal(writer, 'employees', 'change', rules, { user: 3 })).toEqual({ reason: 'own' });
    expect(refusal(writer, 'employees', 'change', rules, { user: '3' })).toEqual({ reason: 'own' });
    expect(refusal(writer, 'employees', 'change', rules, { user: 4 })).toBeNull();
    expect(refusal(writer, 'employees', 'see', rules, { user: 3 })).toBeNull();
    expect(refusal(writer, 'employees', 'change', rules)).toBeNull();
  });

  test('PERM-24: a building that is only partly open cannot be changed', () => {
    const rules = { wholeBuilding: 'id' };
    expect(refusal(writer, 'cameras', 'change', rules, { id: 2 })).toEqual({ reason: 'building' });
    expect(refusal(writer, 'cameras', 'change', rules, { id: 1 })).toBeNull();
    expect(refusal(writer, 'cameras', 'see', rules, { id: 2 })).toBeNull();
  });

  test('PERM-24: a record that is also tied to a building open in part can be changed, not deleted', () => {
    const rules = { deleteWhole: 'is_all_buildings' };
    const shared = { is_all_buildings: false };
    expect(refusal(writer, 'cameras', 'delete', rules, shared)).toEqual({ reason: 'elsewhere' });
    // A right that a server does not name is not denied (G-72).
    expect(refusal(writer, 'cameras', 'delete', rules, {})).toBeNull();
    expect(refusal(writer, 'cameras', 'change', rules, shared)).toBeNull();
    expect(refusal(writer, 'cameras', 'delete', rules, { is_all_buildings: true })).toBeNull();
    expect(refusal({ levels: { cameras: 'read' } }, 'cameras', 'delete', rules, shared)).toMatchObject({
      reason: 'level',
      needed: 'write',
    });
  });

  test('a rule whose answer is not known yet refuses; without a record nothing is to be known', () => {
    const stranger = { levels: { cameras: 'write' } } as const;
    expect(refusal(stranger, 'cameras', 'change', { wholeBuilding: 'id' }, { id: 1 })).toEqual({ reason: 'unknown' });
    expect(refusal(stranger, 'cameras', 'delete', { notOwn: 'user' }, { user: 1 })).toEqual({ reason: 'unknown' });
    expect(refusal(stranger, 'cameras', 'see', { wholeBuilding: 'id' }, { id: 1 })).toBeNull();
    expect(refusal(stranger, 'cameras', 'change', { wholeBuilding: 'id' })).toBeNull();
  });
});
