import { z } from 'zod';
import { problemText } from '#i18n/definition-problem.ts';
import { definitions } from '#i18n/ru/definitions.ts';
import { PROBLEM_CODES, convertZodError as problemsOfShape } from '#resources/language/definition-problem.ts';
import { DefinitionError, readDefinition } from '#resources/language/read-definition.ts';
import { type Draft, label, MISTAKES } from '#tests/support/definition-mistakes.ts';
import { keysDefinition } from '#tests/support/definitions.ts';

/** The problems that reading a changed copy of the made-up definition reports. */
function problemsOf(change: (draft: Draft) => unknown): readonly string[] {
  const draft = structuredClone(keysDefinition());
  change(draft);
  try {
    readDefinition(draft, 'resources/extra/keys.json');
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error;
    expect(error.message).toContain('resources/extra/keys.json');
    return error.problems.map(problemText);
  }
  return [];
}

describe('mistakes of a definition', () => {
  test('a rule without a name of its own is told of without its English word', () => {
    const { error } = z.object({ target: z.custom(() => false) }).safeParse({ target: 5 });
    if (!error) throw new Error('The value was let through');
    const said = problemsOfShape(error, { target: 5 }).map(problemText);
    expect(said).toEqual(['target: ожидается другое значение, указано 5']);
  });

  test('the definition the mistakes are made in has none', () => {
    expect(problemsOf(() => undefined)).toEqual([]);
  });

  test.each(MISTAKES)('a definition with %s is refused with the place and the reason', (_what, change, where, why) => {
    const problems = problemsOf(change);
    expect(problems.find((problem) => where.test(problem) && why.test(problem)) ?? problems).toEqual(
      expect.any(String),
    );
    for (const problem of problems) expect(problem).toMatch(/: .*[а-яё]/i);
  });

  test.each([null, undefined, 42, 'keys', [], true])(
    '%p is no definition, and says so instead of breaking',
    (input) => {
      expect(() => readDefinition(input, 'empty.json')).toThrow(DefinitionError);
      expect(() => readDefinition(input, 'empty.json')).toThrow(/empty\.json/);
    },
  );

  test('all mistakes are told at once, not one a start', () => {
    const problems = problemsOf((draft) => {
      Object.assign(draft, { icon: 'skull', name: 'Keys' });
      label({ kind: 'string' })(draft);
    });
    expect(problems.length).toBeGreaterThanOrEqual(3);
  });

  test('there is a Russian sentence for every mistake', () => {
    for (const code of PROBLEM_CODES) expect(definitions[code]).toMatch(/[а-яё]/i);
  });

  test.each(['/auth', '/avatar', '/profile', '/api/crm/cameras/', '/confirmation'])(
    'a definition may not sit on %s, which the console itself answers',
    (route) => {
      expect(problemsOf((draft) => Object.assign(draft, { routes: { list: route } })).join()).toMatch(
        /routes\.list: адрес .* занят: (страницы входа|сама консоль|сервер)/,
      );
    },
  );
});
