import { validateDefinition } from '#server/definitions/validate.ts';
import { createValidator } from '#server/definitions/validation-process.ts';
import { WorkProcess } from '#server/work-process.ts';
import { keysDefinition } from '#tests/support/definitions.ts';
import { DEFINITIONS, KEYS, openChangingSection } from '#tests/support/server/changing-section.ts';

const BOUNDS = { cpuTimeMs: 60_000, memory: 256 };

/** A text of so many fields, near the greatest file that a definition may have. */
const longText = (count: number, field: object) => {
  const own = keysDefinition();
  const help = 'Слово '.repeat(70);
  const fields = Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, { ...field, help }]));
  return JSON.stringify({ ...own, fields: { ...own.fields, ...fields } });
};
const FINE = longText(450, { kind: 'text', label: 'Поле' });
const WRONG = longText(450, { kind: 'text', min: 'a' });
/** Takes a second of a core: a text of 480 KB of keys that stand twice. */
const HARD = `{${'"a":1,'.repeat(80_000)}"a":1}`;

describe('long texts of definitions', () => {
  it('are validated in a process of their own as they would be here', async () => {
    const validateText = createValidator(BOUNDS);
    const extra = [validateDefinition(JSON.stringify(keysDefinition()), []).resource].filter((one) => one !== null);
    expect(extra).toHaveLength(1);
    for (const source of [FINE, WRONG, HARD]) {
      expect(source.length).toBeGreaterThan(200_000);
      const { resource, problems } = await validateText(source, extra);
      expect({ resource, problems }).toEqual(validateDefinition(source, extra));
    }
  });

  it('that take too long are refused with a sentence, and the next one is validated', async () => {
    const hasty = createValidator({ ...BOUNDS, cpuTimeMs: 0 });
    expect(await hasty(FINE, [])).toEqual({
      resource: null,
      problems: [expect.stringContaining('слишком много времени')],
    });
    const small = createValidator({ ...BOUNDS, memory: 1 });
    expect((await small(FINE, [])).resource).toBeNull();
    expect((await small(JSON.stringify(keysDefinition()), [])).resource).toMatchObject({ name: 'keys' });
  });

  it('wait for one another, and no more than a few', async () => {
    const validateText = createValidator(BOUNDS);
    const asked = await Promise.allSettled(Array.from({ length: 6 }, () => validateText(WRONG, [])));
    expect(asked.map(({ status }) => status)).toEqual([...Array.from({ length: 5 }, () => 'fulfilled'), 'rejected']);
    expect(asked[5]).toMatchObject({ reason: { code: 'too_many_requests' } });
  });

  it('hold up no other call: they are left to the process beside the server', async () => {
    const { app, admin } = await openChangingSection();
    let validated: (answer: object) => void = () => undefined;
    let held: jest.SpiedFunction<typeof WorkProcess.prototype.request> | undefined;
    // The process is neither quick nor slow: it answers when the test lets it.
    const task = new Promise<object | string>((asked) => {
      held = jest.spyOn(WorkProcess.prototype, 'request').mockImplementation((given) => {
        asked(given);
        return new Promise((resolve) => {
          validated = resolve as typeof validated;
        });
      });
    });
    try {
      const checked = admin.post(`${DEFINITIONS}check/`, { source: HARD });
      expect(await Promise.race([task, checked])).toMatchObject({ source: HARD });
      expect((await admin.get(KEYS)).status).toBe(200);
      validated({ kind: 'validated', resource: null, problems: ['Слишком много ключей'] });
      expect((await checked).body).toMatchObject({ problems: ['Слишком много ключей'] });
    } finally {
      held?.mockRestore();
      await app.close();
    }
  });
});
