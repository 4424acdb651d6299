import type * as z from 'zod';
import { findKnownKeys } from './known-keys.ts';
import { findNearest, SUGGESTIONS_PER_DEFINITION } from './nearest.ts';

/** A problem of a definition as data; the messages are in `i18n/ru/definitions.ts`, since this folder has no texts. */
export interface DefinitionProblem {
  /** Path in the definition, e.g. `fields.label.min`; empty for the whole definition. */
  place: string;
  /** Key of the message under `definitions` in i18n. */
  code: ProblemCode;
  /** Values interpolated into the message. */
  params: Readonly<Record<string, string | number>>;
}

/** Every problem that has a message. */
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

/** Creates a problem. */
export function problem(
  place: string,
  code: ProblemCode,
  params: Readonly<Record<string, string | number>> = {},
): DefinitionProblem {
  return { place, code, params };
}

/** Maximum number of unknown keys that a message lists. */
const UNKNOWN_KEYS_LISTED = 10;

/** Messages of rules in `definition-schema.ts` that are problem codes themselves. */
const CODES_AS_MESSAGES: readonly string[] = [
  'name',
  'fieldName',
  'path',
  'noColumns',
  'manyColumns',
] satisfies ProblemCode[];

type Issue = z.core.$ZodIssue;

const TOO_SMALL: Readonly<Record<string, ProblemCode>> = { string: 'tooShort', array: 'tooFew' };
const TOO_BIG: Readonly<Record<string, ProblemCode>> = { string: 'tooLong', array: 'tooMany' };

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    input,
  );
}

/** A value as JSON, cut to 60 characters. */
function quoteValue(value: unknown): string {
  const json = JSON.stringify(value) ?? '';
  return json.length > 60 ? `${json.slice(0, 60)}…` : json;
}

/** Problems of the union member that was probably meant: one whose type fits the value, preferably with known keys. */
function* findUnionProblems(issue: Issue & { code: 'invalid_union' }, input: unknown, path: PropertyKey[]) {
  const matchingType = issue.errors.filter(
    (issues) => !issues.some((one) => one.code === 'invalid_type' && !one.path.length),
  );
  const withKnownKeys = matchingType.find(
    (issues) => !issues.some((one) => one.code === 'unrecognized_keys' && !one.path.length),
  );
  const likelyIssues = withKnownKeys ?? matchingType[0];
  for (const one of likelyIssues ?? issue.errors[0] ?? []) yield* findIssueProblems(one, input, path);
}

function* findIssueProblems(
  issue: Issue,
  input: unknown,
  parentPath: PropertyKey[] = [],
): Generator<DefinitionProblem> {
  const path = [...parentPath, ...issue.path];
  const place = path.join('.');
  if (issue.code === 'invalid_type') {
    const given = valueAt(input, path);
    const code = given === undefined ? 'missing' : 'type';
    yield problem(place, code, { expected: issue.expected, given: quoteValue(given) });
  } else if (issue.code === 'invalid_value') {
    const given = valueAt(input, path);
    const values = issue.values.join(', ');
    yield problem(place, given === undefined ? 'noneOf' : 'oneOf', { values, given: quoteValue(given) });
  } else if (issue.code === 'too_small') {
    yield problem(place, TOO_SMALL[issue.origin] ?? 'tooSmall', { min: Number(issue.minimum) });
  } else if (issue.code === 'too_big') {
    yield problem(place, TOO_BIG[issue.origin] ?? 'tooBig', { max: Number(issue.maximum) });
  } else if (issue.code === 'unrecognized_keys') {
    const more = issue.keys.length > UNKNOWN_KEYS_LISTED ? ', …' : '';
    yield problem(place, 'unknownKeys', { keys: `${issue.keys.slice(0, UNKNOWN_KEYS_LISTED).join(', ')}${more}` });
  } else if (issue.code === 'invalid_key') {
    for (const one of issue.issues) yield createFormatProblem(one, place, String(path.at(-1)));
  } else if (issue.code === 'invalid_union' && !issue.discriminator) {
    yield* findUnionProblems(issue, input, path);
  } else if (issue.code === 'invalid_union') {
    yield problem(place, 'kind', { kinds: issue.message, given: quoteValue(valueAt(input, path)) });
  } else {
    yield createFormatProblem(issue, place, valueAt(input, path));
  }
}

function createFormatProblem(issue: Issue, place: string, value: unknown): DefinitionProblem {
  if (CODES_AS_MESSAGES.includes(issue.message)) return problem(place, issue.message as ProblemCode);
  // A named format is reported by its name, any other by its regular expression.
  const formatName = issue.code === 'invalid_format' && issue.format !== 'regex' ? issue.format : null;
  const pattern = issue.code === 'invalid_format' ? issue.pattern : undefined;
  return problem(place, 'format', { format: formatName ?? pattern ?? 'another', given: quoteValue(value) });
}

/** Adds the keys that were probably meant to a problem with unknown keys. */
function withSuggestions(shape: z.core.$ZodType, input: unknown, one: DefinitionProblem): DefinitionProblem {
  if (one.code !== 'unknownKeys') return one;
  const knownKeys = findKnownKeys(shape, input, one.place === '' ? [] : one.place.split('.'));
  const unknownKeys = String(one.params.keys).split(', ');
  const suggestions = [
    ...new Set(unknownKeys.slice(0, SUGGESTIONS_PER_DEFINITION).flatMap((key) => findNearest(key, knownKeys) ?? [])),
  ];
  return suggestions.length ? { ...one, params: { ...one.params, meant: suggestions.join(', ') } } : one;
}

/**
 * Converts the issues of zod to problems.
 * @param shape schema whose keys are suggested for unknown ones; no suggestions without it
 */
export function convertZodError(error: z.core.$ZodError, input: unknown, shape?: z.core.$ZodType): DefinitionProblem[] {
  const problems = error.issues.flatMap((issue) => [...findIssueProblems(issue, input)]);
  return shape ? problems.map((one) => withSuggestions(shape, input, one)) : problems;
}
