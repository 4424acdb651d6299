import { type DocumentNode, parse, type ValueNode } from '@humanwhocodes/momoa';
import { problemText } from '#i18n/definition-problem.ts';
import { text } from '#i18n/text.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { type DefinitionProblem, problem } from '#resources/language/definition-problem.ts';
import { DefinitionError, readDefinition } from '#resources/language/read-definition.ts';

/** Where a mistake stands in a file, from 1. */
interface Place {
  line: number;
  column: number;
}

/** The value at a place of a definition (`fields.label.min`), or what comes nearest above it. */
function nodeAt(body: ValueNode, place: string): Place {
  let node: ValueNode = body;
  let at: Place = body.loc.start;
  for (const key of place.split('.')) {
    if (node.type === 'Object') {
      // Of a key that is written twice the last one counts.
      const member = node.members.findLast(({ name }) => (name.type === 'String' ? name.value : name.name) === key);
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

function documentOf(source: string): DocumentNode | null {
  try {
    return parse(source, { mode: 'json' });
  } catch {
    // What is no JSON has no places but the one where reading stopped: `syntaxPlace`.
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

const worded = (one: DefinitionProblem, body: ValueNode | undefined): string => {
  const line = body && nodeAt(body, one.place).line;
  return line === undefined ? problemText(one) : atLine(problemText(one), line);
};

/** Keys that stand twice in one object: of these only the last would count, whatever the first says. */
function repeated(node: ValueNode, above: readonly string[] = []): DefinitionProblem[] {
  if (node.type === 'Array') return node.elements.flatMap(({ value }, at) => repeated(value, [...above, String(at)]));
  if (node.type !== 'Object') return [];
  const seen = new Set<string>();
  return node.members.flatMap(({ name, value }) => {
    const key = name.type === 'String' ? name.value : name.name;
    const place = [...above, key];
    const again = seen.has(key) ? [problem(place.join('.'), 'keyTwice', { key })] : [];
    seen.add(key);
    return [...again, ...repeated(value, place)];
  });
}

/**
 * Reads the text of a definition's file.
 * @throws DefinitionError for what is wrong with the definition, SyntaxError for what is no JSON; `explain` words both
 */
export function readText(source: string, file: string): Resource {
  const written = source.replace(/^\uFEFF/, '');
  const input: unknown = JSON.parse(written);
  const body = documentOf(written)?.body;
  const twice = body ? repeated(body) : [];
  try {
    const resource = readDefinition(input, file);
    if (twice.length) throw new DefinitionError(file, twice);
    return resource;
  } catch (error) {
    if (!(error instanceof DefinitionError) || error.problems === twice) throw error;
    throw new DefinitionError(file, [...twice, ...error.problems]);
  }
}

/**
 * What is wrong with a file, a sentence each: the field, what was expected, the line (`resource:check`, the start of the
 * server and the list of problems say the same).
 * @param source the text of the file; null when it could not be read
 */
export function explain(error: unknown, source: string | null): string[] {
  const written = source?.replace(/^\uFEFF/, '') ?? null;
  if (error instanceof DefinitionError) {
    const body = written === null ? undefined : documentOf(written)?.body;
    return error.problems.map((one) => worded(one, body));
  }
  if (error instanceof SyntaxError && written !== null) {
    const { line, column } = syntaxPlace(written);
    const sign = written.split(/\r\n|\r|\n/)[line - 1]?.[column - 1];
    // Of a text that is cut off the last sign is what is found wanting.
    const last = written.trimEnd().split(/\r\n|\r|\n/);
    const cut = line === last.length && column >= (last.at(-1)?.length ?? 0);
    const reason = sign && !cut ? text('definitions.strayAt', { sign, column }) : text('definitions.endsEarly');
    return [atLine(problemText(problem('', 'notJson', { reason })), line)];
  }
  const { code, message } = error as NodeJS.ErrnoException;
  const known = code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR' ? code : 'other';
  const reason = known === 'other' ? message : text(`definitions.unread.${known}`);
  return [problemText(problem('', 'unreadable', { reason }))];
}
