import type * as z from 'zod';
import { keysAt } from './known-keys.ts';
import { GUESSED, nearest } from './nearest.ts';

/** A mistake of a definition as data; `i18n/ru/definitions.ts` has the words, since this folder has no texts. */
export interface DefinitionProblem {
  /** Where in the definition: `fields.label.min`; empty for the whole of it. */
  place: string;
  /** The problem: a key of `definitions` in i18n. */
  code: ProblemCode;
  /** Values put into the message. */
  params: Readonly<Record<string, string | number>>;
}

/** Every problem that there is a sentence for. */
export const PROBLEM_CODES = [
  'missing',
  'type',
  'oneOf',
  'noneOf',
  'format',
  'name',
  'fieldName',
  'path',
  'tooShort',
  'tooLong',
  'tooFew',
  'tooMany',
  'tooSmall',
  'tooBig',
  'unknownKeys',
  'kind',
  'noField',
  'wrongKind',
  'twice',
  'bounds',
  'goesWith',
  'patternSyntax',
  'patternPart',
  'patternLarge',
  'noChoice',
  'noState',
  'fromFinal',
  'movesNowhere',
  'nobodyMoves',
  'stateOutOfReach',
  'stateStuck',
  'stateOption',
  'stateForeign',
  'moveTwice',
  'askedUnasked',
  'referenceForeign',
  'noSection',
  'wasTaken',
  'formerOwn',
  'formerBuiltIn',
  'formerStands',
  'formerTwice',
  'badDay',
  'badTime',
  'badTemplate',
  'numberForeign',
  'numberOption',
  'wireTwice',
  'wireReserved',
  'filterBy',
  'sortKind',
  'searchKind',
  'menuKind',
  'notEmployees',
  'dayBounds',
  'keyTwice',
  'wireKept',
  'idGiven',
  'noColumn',
  'section',
  'reserved',
  'groupInArea',
  'cardInTable',
  'boardNeedsStates',
  'boardElsewhere',
  'orderElsewhere',
  'orderForeign',
  'calendarNeedsDays',
  'calendarElsewhere',
  'calendarKinds',
  'editNeedsForm',
  'cursorNeedsKey',
  'pagingOfCrm',
  'nameTaken',
  'nameBuiltIn',
  'nameOfAudit',
  'routeTaken',
  'routeBuiltIn',
  'notJson',
  'notUtf8',
  'tooLarge',
  'tooDeep',
  'tooManyFields',
  'unreadable',
  'expressionSyntax',
  'expressionName',
  'expressionTypes',
  'expressionLarge',
  'expressionPart',
  'expressionSum',
  'expressionColumn',
  'expressionResult',
  'expressionBelow',
  'initialKind',
  'initialType',
  'computedKind',
  'computedForeign',
  'computedOption',
  'computedType',
  'computedMoment',
  'computedBelow',
  'computedNamed',
  'relatedKind',
  'relatedCard',
  'relatedCreate',
  'onDeleteBuiltIn',
  'clearRequired',
  'treeElsewhere',
  'planWithoutFiles',
  'totalsDigits',
  'totalsForeign',
  'totalsInWidget',
  'groupElsewhere',
  'groupForeign',
  'importForeign',
  'importKeyUnread',
  'importKeyRights',
  'commentsForeign',
  'needsComments',
  'notifyForeign',
  'notifyOption',
  'notifyMoves',
  'notifyNobody',
  'notifyNoDate',
  'notifyMinutes',
  'notifyAt',
  'notifyMe',
  'noMove',
  'seeTitle',
  'seeRule',
  'seeStricter',
  'changeBelowSee',
  'requiredUnfilled',
  'changeBuilding',
  'rowsForeign',
  'rowsComputed',
  'noColumns',
  'manyColumns',
] as const;
export type ProblemCode = (typeof PROBLEM_CODES)[number];

/** States a problem. */
export function problem(
  place: string,
  code: ProblemCode,
  params: Readonly<Record<string, string | number>> = {},
): DefinitionProblem {
  return { place, code, params };
}

/** Unknown keys that a sentence names. */
const KEYS_NAMED = 10;

/** Rules of `definition-schema.ts` that name the problem themselves. */
const SAID: readonly string[] = ['name', 'fieldName', 'path', 'noColumns', 'manyColumns'] satisfies ProblemCode[];

type Issue = z.core.$ZodIssue;

const TOO_SMALL: Readonly<Record<string, ProblemCode>> = { string: 'tooShort', array: 'tooFew' };
const TOO_BIG: Readonly<Record<string, ProblemCode>> = { string: 'tooLong', array: 'tooMany' };

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    input,
  );
}

/** A value as it stands in the file, no longer than a line takes. */
function shown(value: unknown): string {
  const written = JSON.stringify(value) ?? '';
  return written.length > 60 ? `${written.slice(0, 60)}…` : written;
}

/** Of the shapes a value may have, the one it was meant to have: that whose own type it is, best of all with its keys. */
function* ofUnion(issue: Issue & { code: 'invalid_union' }, input: unknown, path: PropertyKey[]) {
  const ofType = issue.errors.filter(
    (issues) => !issues.some((one) => one.code === 'invalid_type' && !one.path.length),
  );
  const named = ofType.find((issues) => !issues.some((one) => one.code === 'unrecognized_keys' && !one.path.length));
  const meant = named ?? ofType[0];
  for (const one of meant ?? issue.errors[0] ?? []) yield* ofIssue(one, input, path);
}

function* ofIssue(issue: Issue, input: unknown, above: PropertyKey[] = []): Generator<DefinitionProblem> {
  const path = [...above, ...issue.path];
  const place = path.join('.');
  if (issue.code === 'invalid_type') {
    const given = valueAt(input, path);
    const code = given === undefined ? 'missing' : 'type';
    yield problem(place, code, { expected: issue.expected, given: shown(given) });
  } else if (issue.code === 'invalid_value') {
    const given = valueAt(input, path);
    const values = issue.values.join(', ');
    yield problem(place, given === undefined ? 'noneOf' : 'oneOf', { values, given: shown(given) });
  } else if (issue.code === 'too_small') {
    yield problem(place, TOO_SMALL[issue.origin] ?? 'tooSmall', { min: Number(issue.minimum) });
  } else if (issue.code === 'too_big') {
    yield problem(place, TOO_BIG[issue.origin] ?? 'tooBig', { max: Number(issue.maximum) });
  } else if (issue.code === 'unrecognized_keys') {
    const more = issue.keys.length > KEYS_NAMED ? ', …' : '';
    yield problem(place, 'unknownKeys', { keys: `${issue.keys.slice(0, KEYS_NAMED).join(', ')}${more}` });
  } else if (issue.code === 'invalid_key') {
    for (const one of issue.issues) yield problemOfFormat(one, place, String(path.at(-1)));
  } else if (issue.code === 'invalid_union' && !issue.discriminator) {
    yield* ofUnion(issue, input, path);
  } else if (issue.code === 'invalid_union') {
    yield problem(place, 'kind', { kinds: issue.message, given: shown(valueAt(input, path)) });
  } else {
    yield problemOfFormat(issue, place, valueAt(input, path));
  }
}

function problemOfFormat(issue: Issue, place: string, value: unknown): DefinitionProblem {
  if (SAID.includes(issue.message)) return problem(place, issue.message as ProblemCode);
  // A form that has a name is told by it, any other one as it is written in the schema.
  const named = issue.code === 'invalid_format' && issue.format !== 'regex' ? issue.format : null;
  const pattern = issue.code === 'invalid_format' ? issue.pattern : undefined;
  return problem(place, 'format', { format: named ?? pattern ?? 'another', given: shown(value) });
}

/** Adds guesses to a problem with unknown keys. */
function withMeant(shape: z.core.$ZodType, input: unknown, one: DefinitionProblem): DefinitionProblem {
  if (one.code !== 'unknownKeys') return one;
  const known = keysAt(shape, input, one.place === '' ? [] : one.place.split('.'));
  const given = String(one.params.keys).split(', ');
  const meant = [...new Set(given.slice(0, GUESSED).flatMap((key) => nearest(key, known) ?? []))];
  return meant.length ? { ...one, params: { ...one.params, meant: meant.join(', ') } } : one;
}

/** The problems that the shape shows. @param shape whose keys are guessed at where unknown ones stand; left out: none are */
export function problemsOf(error: z.core.$ZodError, input: unknown, shape?: z.core.$ZodType): DefinitionProblem[] {
  const problems = error.issues.flatMap((issue) => [...ofIssue(issue, input)]);
  return shape ? problems.map((one) => withMeant(shape, input, one)) : problems;
}
