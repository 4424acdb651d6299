import { type DocumentNode, type MemberNode, type ObjectNode, parse, type ValueNode } from '@humanwhocodes/momoa';
import { problemText } from '#i18n/definition-problem.ts';
import { text } from '#i18n/text.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { type DefinitionProblem, problem } from '#resources/language/definition-problem.ts';
import { DefinitionError, readDefinition } from '#resources/language/read-definition.ts';
import { DEFINITION } from '#resources/limits.ts';

/** Where a problem stands in a file, from 1. */
interface Place {
  line: number;
  column: number;
}

/** Sentences of one file; further problems are only counted. */
const TOLD = 100;

const memberKey = ({ name }: MemberNode): string => (name.type === 'String' ? name.value : name.name);

/** Finds the member of a key; each object is gone through once, however many problems stand in it. */
function memberFinder(): (node: ObjectNode, key: string) => MemberNode | undefined {
  const membersByNode = new Map<ObjectNode, Map<string, MemberNode>>();
  return (node, key) => {
    // Of a key that is written twice the last one counts.
    const members = membersByNode.get(node) ?? new Map(node.members.map((member) => [memberKey(member), member]));
    membersByNode.set(node, members);
    return members.get(key);
  };
}
type FindMember = ReturnType<typeof memberFinder>;

/** The value at a place of a definition (`fields.label.min`), or what comes nearest above it. */
function nodeAt(body: ValueNode, place: string, find: FindMember): Place {
  let node: ValueNode = body;
  let at: Place = body.loc.start;
  for (const key of place.split('.')) {
    if (node.type === 'Object') {
      const member = find(node, key);
      if (!member) return at;
      at = member.loc.start;
      node = member.value;
    } else if (node.type === 'Array') {
      const element = node.elements[Number(key)];
      if (!element) return at;
      at = element.loc.start;
      node = element.value;
    } else return at;
  }
  return at;
}

function parseDocument(source: string): DocumentNode | null {
  try {
    return parse(source, { mode: 'json' });
  } catch {
    // A text that is no JSON has no places but the one where reading stopped: `syntaxPlace`.
    return null;
  }
}

/** Where a text stops being JSON. */
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

/** A sentence for each problem, and one for those beyond `TOLD`. */
function worded(problems: readonly DefinitionProblem[], body: ValueNode | undefined): string[] {
  const find = memberFinder();
  const sentences = problems.slice(0, TOLD).map((one) => {
    const line = body && nodeAt(body, one.place, find).line;
    return line === undefined ? problemText(one) : atLine(problemText(one), line);
  });
  return problems.length > TOLD
    ? [...sentences, text('definitions.more', { count: problems.length - TOLD })]
    : sentences;
}

/** Keys that stand twice in one object: of these only the last would count, whatever the first says. */
function repeated(node: ValueNode, above: readonly string[] = []): DefinitionProblem[] {
  if (node.type === 'Array') return node.elements.flatMap(({ value }, at) => repeated(value, [...above, String(at)]));
  if (node.type !== 'Object') return [];
  const seenKeys = new Set<string>();
  return node.members.flatMap((member) => {
    const { value } = member;
    const key = memberKey(member);
    const place = [...above, key];
    const again = seenKeys.has(key) ? [problem(place.join('.'), 'keyTwice', { key })] : [];
    seenKeys.add(key);
    return [...again, ...repeated(value, place)];
  });
}

const QUOTE = 34;
const BACKSLASH = 92;

/** The line on which a text goes deeper than a definition may; null where it does not. */
function lineTooDeep(source: string): number | null {
  let [depth, line, isText] = [0, 1, false];
  for (let at = 0; at < source.length; at += 1) {
    const code = source.charCodeAt(at);
    if (code === 10) line += 1;
    else if (isText && code === BACKSLASH) at += 1;
    else if (code === QUOTE) isText = !isText;
    else if (!isText && (code === 91 || code === 123)) {
      depth += 1;
      if (depth > DEFINITION.depth) return line;
    } else if (!isText && (code === 93 || code === 125)) depth -= 1;
  }
  return null;
}

/** A file that is refused before it is read: too large, too deep or in another encoding. */
class RefusedFile extends Error {
  override readonly name = 'RefusedFile';
  /** A whole sentence. */
  readonly sentence: string;
  constructor(sentence: string) {
    super(sentence);
    this.sentence = sentence;
  }
}

/** @throws RefusedFile for a file of more bytes than a definition has */
export function refuseLarge(bytes: number): void {
  if (bytes <= DEFINITION.bytes) return;
  throw new RefusedFile(problemText(problem('', 'tooLarge', { max: DEFINITION.bytes / 1024 })));
}

/**
 * The text of a file in UTF-8; a byte order mark stays.
 * @throws RefusedFile for a file in another encoding
 */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new RefusedFile(problemText(problem('', 'notUtf8')));
  }
}

/** @throws RefusedFile */
function refuseUnbounded(source: string): void {
  refuseLarge(Buffer.byteLength(source));
  const line = lineTooDeep(source);
  if (line !== null) {
    throw new RefusedFile(atLine(problemText(problem('', 'tooDeep', { max: DEFINITION.depth })), line));
  }
}

/** Where the problems of an error stand, so that a text is parsed once. */
const bodies = new WeakMap<DefinitionError, ValueNode>();

/**
 * Reads the text of a definition's file.
 * @throws DefinitionError for what is wrong with the definition, SyntaxError for what is no JSON, RefusedFile for what is too
 * large or too deep; `explain` words all of them
 */
export function readText(source: string, file: string): Resource {
  const jsonText = source.replace(/^\uFEFF/, '');
  refuseUnbounded(jsonText);
  const input: unknown = JSON.parse(jsonText);
  const body = parseDocument(jsonText)?.body;
  const problems = body ? repeated(body) : [];
  let resource: Resource | undefined;
  try {
    resource = readDefinition(input, file);
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error;
    for (const one of error.problems) problems.push(one);
  }
  if (resource && !problems.length) return resource;
  const wrong = new DefinitionError(file, problems);
  if (body) bodies.set(wrong, body);
  throw wrong;
}

/**
 * Problems of a file, a sentence each: the field, what was expected, the line (`resource:check`, the start of the
 * server and the list of problems say the same).
 * @param source the text of the file; null when it could not be read
 */
export function explain(error: unknown, source: string | null): string[] {
  const jsonText = source?.replace(/^\uFEFF/, '') ?? null;
  if (error instanceof RefusedFile) return [error.sentence];
  if (error instanceof DefinitionError) {
    return worded(error.problems, bodies.get(error) ?? (jsonText === null ? undefined : parseDocument(jsonText)?.body));
  }
  if (error instanceof SyntaxError && jsonText !== null) {
    const { line, column } = syntaxPlace(jsonText);
    const sign = jsonText.split(/\r\n|\r|\n/)[line - 1]?.[column - 1];
    // Of a text that is cut off the last sign is what is found wanting.
    const last = jsonText.trimEnd().split(/\r\n|\r|\n/);
    const cut = line === last.length && column >= (last.at(-1)?.length ?? 0);
    const reason = sign && !cut ? text('definitions.strayAt', { sign, column }) : text('definitions.endsEarly');
    return [atLine(problemText(problem('', 'notJson', { reason })), line)];
  }
  const { code, message } = error as NodeJS.ErrnoException;
  const known = code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR' ? code : 'other';
  const reason = known === 'other' ? message : text(`definitions.unread.${known}`);
  return [problemText(problem('', 'unreadable', { reason }))];
}
