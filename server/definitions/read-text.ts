import { type DocumentNode, type MemberNode, type ObjectNode, parse, type ValueNode } from '@humanwhocodes/momoa';
import { problemText } from '#i18n/definition-problem.ts';
import { text } from '#i18n/text.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { type DefinitionProblem, problem } from '#resources/language/definition-problem.ts';
import { DefinitionError, readDefinition } from '#resources/language/read-definition.ts';
import { DEFINITION } from '#resources/limits.ts';

/** Position of a problem in a file, counted from 1. */
interface Place {
  line: number;
  column: number;
}

/** Problems listed per file, at most; others are only counted. */
const LISTED_MAX = 100;

const memberKey = ({ name }: MemberNode): string => (name.type === 'String' ? name.value : name.name);

/** Creates a lookup of object members by key that indexes each object once, however many problems it has. */
function memberFinder(): (node: ObjectNode, key: string) => MemberNode | undefined {
  const membersByNode = new Map<ObjectNode, Map<string, MemberNode>>();
  return (node, key) => {
    // If a key occurs twice the last one counts.
    const members = membersByNode.get(node) ?? new Map(node.members.map((member) => [memberKey(member), member]));
    membersByNode.set(node, members);
    return members.get(key);
  };
}
type FindMember = ReturnType<typeof memberFinder>;

/** Position of the value at a path of a definition (`fields.label.min`), or of the nearest ancestor. */
function findPosition(body: ValueNode, place: string, find: FindMember): Place {
  let node: ValueNode = body;
  let position: Place = body.loc.start;
  for (const key of place.split('.')) {
    if (node.type === 'Object') {
      const member = find(node, key);
      if (!member) return position;
      position = member.loc.start;
      node = member.value;
    } else if (node.type === 'Array') {
      const element = node.elements[Number(key)];
      if (!element) return position;
      position = element.loc.start;
      node = element.value;
    } else return position;
  }
  return position;
}

function parseDocument(source: string): DocumentNode | null {
  try {
    return parse(source, { mode: 'json' });
  } catch {
    // For invalid JSON only the position of the syntax error is known; see `syntaxPlace`.
    return null;
  }
}

/** Position where a text stops being valid JSON. */
function syntaxPlace(source: string): Place {
  try {
    parse(source, { mode: 'json' });
  } catch (error) {
    const { line, column } = error as Partial<Place>;
    if (line !== undefined && column !== undefined) return { line, column };
  }
  return { line: 1, column: 1 };
}

const atLine = (sentence: string, line: number): string => text('definitions.atLine', { sentence, line });

/** One sentence per problem, and one for those beyond `LISTED_MAX`. */
function toSentences(problems: readonly DefinitionProblem[], body: ValueNode | undefined): string[] {
  const find = memberFinder();
  const sentences = problems.slice(0, LISTED_MAX).map((one) => {
    const line = body && findPosition(body, one.place, find).line;
    return line === undefined ? problemText(one) : atLine(problemText(one), line);
  });
  return problems.length > LISTED_MAX
    ? [...sentences, text('definitions.more', { count: problems.length - LISTED_MAX })]
    : sentences;
}

/** Duplicate keys in an object; JSON.parse would silently use the last one. */
function duplicateKeys(node: ValueNode, above: readonly string[] = []): DefinitionProblem[] {
  if (node.type === 'Array')
    return node.elements.flatMap(({ value }, at) => duplicateKeys(value, [...above, String(at)]));
  if (node.type !== 'Object') return [];
  const seenKeys = new Set<string>();
  return node.members.flatMap((member) => {
    const { value } = member;
    const key = memberKey(member);
    const path = [...above, key];
    const duplicates = seenKeys.has(key) ? [problem(path.join('.'), 'keyTwice', { key })] : [];
    seenKeys.add(key);
    return [...duplicates, ...duplicateKeys(value, path)];
  });
}

const QUOTE = 34;
const BACKSLASH = 92;

/** The first line where a text is nested deeper than allowed; null for none. */
function lineTooDeep(source: string): number | null {
  let [depth, line, isInString] = [0, 1, false];
  for (let at = 0; at < source.length; at += 1) {
    const code = source.charCodeAt(at);
    if (code === 10) line += 1;
    else if (isInString && code === BACKSLASH) at += 1;
    else if (code === QUOTE) isInString = !isInString;
    else if (!isInString && (code === 91 || code === 123)) {
      depth += 1;
      if (depth > DEFINITION.depth) return line;
    } else if (!isInString && (code === 93 || code === 125)) depth -= 1;
  }
  return null;
}

/** A file rejected before parsing: too large, too deep or not UTF-8. */
class RefusedFile extends Error {
  override readonly name = 'RefusedFile';
  /** The problem as a full sentence for the user. */
  readonly sentence: string;
  constructor(sentence: string) {
    super(sentence);
    this.sentence = sentence;
  }
}

/**
 * Checks the size of a file.
 * @throws RefusedFile
 */
export function refuseLargeFile(bytes: number): void {
  if (bytes <= DEFINITION.bytes) return;
  throw new RefusedFile(problemText(problem('', 'tooLarge', { max: DEFINITION.bytes / 1024 })));
}

/**
 * Decodes the UTF-8 text of a file; a byte order mark stays.
 * @throws RefusedFile for another encoding
 */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new RefusedFile(problemText(problem('', 'notUtf8')));
  }
}

/** Checks the size and nesting depth of a text. @throws RefusedFile */
function refuseUnbounded(source: string): void {
  refuseLargeFile(Buffer.byteLength(source));
  const line = lineTooDeep(source);
  if (line !== null) {
    throw new RefusedFile(atLine(problemText(problem('', 'tooDeep', { max: DEFINITION.depth })), line));
  }
}

/** The parsed text of an error, so that `explainDefinitionError` need not parse it again. */
const bodies = new WeakMap<DefinitionError, ValueNode>();

/**
 * Parses the text of a definition file.
 * @throws DefinitionError for an invalid definition, SyntaxError for invalid JSON, RefusedFile for too large or too deep a text;
 * `explainDefinitionError` turns all of them into sentences
 */
export function parseDefinitionText(source: string, file: string): Resource {
  const jsonText = source.replace(/^\uFEFF/, '');
  refuseUnbounded(jsonText);
  const input: unknown = JSON.parse(jsonText);
  const body = parseDocument(jsonText)?.body;
  const problems = body ? duplicateKeys(body) : [];
  let resource: Resource | undefined;
  try {
    resource = readDefinition(input, file);
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error;
    for (const one of error.problems) problems.push(one);
  }
  if (resource && !problems.length) return resource;
  const definitionError = new DefinitionError(file, problems);
  if (body) bodies.set(definitionError, body);
  throw definitionError;
}

/**
 * The problems of a file as sentences with field, expectation and line; used by `resource:check`, the start of the server and the
 * list of problems.
 * @param source the text of the file; null if it could not be read
 */
export function explainDefinitionError(error: unknown, source: string | null): string[] {
  const jsonText = source?.replace(/^\uFEFF/, '') ?? null;
  if (error instanceof RefusedFile) return [error.sentence];
  if (error instanceof DefinitionError) {
    return toSentences(
      error.problems,
      bodies.get(error) ?? (jsonText === null ? undefined : parseDocument(jsonText)?.body),
    );
  }
  if (error instanceof SyntaxError && jsonText !== null) {
    const { line, column } = syntaxPlace(jsonText);
    const character = jsonText.split(/\r\n|\r|\n/)[line - 1]?.[column - 1];
    // For a truncated text the parser reports its last character.
    const lines = jsonText.trimEnd().split(/\r\n|\r|\n/);
    const isTruncated = line === lines.length && column >= (lines.at(-1)?.length ?? 0);
    const reason =
      character && !isTruncated
        ? text('definitions.strayAt', { sign: character, column })
        : text('definitions.endsEarly');
    return [atLine(problemText(problem('', 'notJson', { reason })), line)];
  }
  const { code, message } = error as NodeJS.ErrnoException;
  const knownCode = code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR' ? code : 'other';
  const reason = knownCode === 'other' ? message : text(`definitions.unread.${knownCode}`);
  return [problemText(problem('', 'unreadable', { reason }))];
}
