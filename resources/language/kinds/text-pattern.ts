/**
 * Patterns of definitions, in the writing of regular expressions and without what can only be tried out: a text is read once, with
 * all ways that the pattern has left at each character, so that none takes longer than its length times that of the pattern.
 */

/** Characters a pattern may have, and steps that it may be made of once its counts are written out. */
export const PATTERN_MAX = 200;
const STEPS_MAX = 500;

/** Why something is no pattern, as problems of definitions are called; `part`: what of it cannot be matched in one reading. */
type Reason = 'patternSyntax' | 'patternPart' | 'patternLarge';
export class PatternError extends Error {
  readonly reason: Reason;
  readonly part: string;
  constructor(reason: Reason, part = '') {
    super(reason);
    this.name = 'PatternError';
    this.reason = reason;
    this.part = part;
  }
}

type Node =
  | { char: RegExp }
  | { all: readonly Node[] }
  | { any: readonly Node[] }
  | { repeat: Node; min: number; max: number };

/** A step: the character that it takes, and where it leads; or several ways at once. The last step has neither. */
interface Step {
  char?: RegExp;
  next: Step[];
}

/** Escapes that are longer than one letter. */
const ESCAPE = /^\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|.)/su;
/** A set of characters. */
const SET = /^\[(?:[^\]\\]|\\.)*\]/su;
const COUNT = /^(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})\??/;
/** Parts of a pattern that look around, or back at earlier text. */
const TRIED_OUT = /^(?:\\(?:[1-9]|k<[^>]*>|[bB])|\(\?(?!:)[^)]{0,10}|[$^])/;

class Reader {
  #rest: string;
  constructor(pattern: string) {
    // The whole text is matched in any case.
    this.#rest = pattern.replace(/^\^/, '').replace(/(?<!\\)\$$/, '');
  }

  read(): Node {
    const node = this.#alternatives();
    if (this.#rest !== '') throw new PatternError('patternSyntax');
    return node;
  }

  #take(form: RegExp): RegExpExecArray | null {
    const found = form.exec(this.#rest);
    if (found) this.#rest = this.#rest.slice(found[0].length);
    return found;
  }

  #alternatives(): Node {
    const any = [this.#sequence()];
    while (this.#take(/^\|/)) any.push(this.#sequence());
    return { any };
  }

  #sequence(): Node {
    const all: Node[] = [];
    while (this.#rest !== '' && !/^[|)]/.test(this.#rest)) all.push(this.#counted());
    return { all };
  }

  #counted(): Node {
    const node = this.#one();
    const count = this.#take(COUNT);
    if (!count) return node;
    const [sign = '', least, comma, most] = count;
    if (least === undefined)
      return {
        repeat: node,
        min: sign.startsWith('+') ? 1 : 0,
        max: sign.startsWith('?') ? 1 : Number.POSITIVE_INFINITY,
      };
    const min = Number(least);
    return { repeat: node, min, max: comma ? (most ? Number(most) : Number.POSITIVE_INFINITY) : min };
  }

  #one(): Node {
    const odd = TRIED_OUT.exec(this.#rest);
    if (odd) throw new PatternError('patternPart', odd[0]);
    if (this.#take(/^\((?:\?:)?/)) {
      const inner = this.#alternatives();
      if (!this.#take(/^\)/)) throw new PatternError('patternSyntax');
      return inner;
    }
    const [atom] = this.#take(ESCAPE) ?? this.#take(SET) ?? this.#take(/^[^*+?{}()[\]|\\]/u) ?? [];
    if (atom === undefined) throw new PatternError('patternSyntax');
    return { char: new RegExp(`^${atom}$`, 'u') };
  }
}

/** The steps of a node, which lead on to others. */
function makeSteps(root: Node, end: Step): Step {
  let stepCount = 0;
  const makeStep = (node: Node, next: Step): Step => {
    stepCount += 1;
    if (stepCount > STEPS_MAX) throw new PatternError('patternLarge');
    if ('char' in node) return { char: node.char, next: [next] };
    if ('all' in node) return node.all.reduceRight((after, one) => makeStep(one, after), next);
    if ('any' in node) return { next: node.any.map((one) => makeStep(one, next)) };
    let step = next;
    let least = node.min;
    if (node.max === Number.POSITIVE_INFINITY) {
      const loop: Step = { next: [next] };
      const body = makeStep(node.repeat, loop);
      loop.next.push(body);
      // The last one that there has to be is the one that repeats: written out by itself, nested counts would double the steps.
      step = least > 0 ? body : loop;
      least = Math.max(least - 1, 0);
    } else for (let more = node.min; more < node.max; more += 1) step = { next: [makeStep(node.repeat, step), next] };
    for (let more = 0; more < least; more += 1) step = makeStep(node.repeat, step);
    return step;
  };
  return makeStep(root, end);
}

/** Characters that are expected from a step on. */
function open(step: Step, visited: Set<Step>): void {
  const waiting = [step];
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    if (visited.has(one)) continue;
    visited.add(one);
    if (!one.char) waiting.push(...one.next);
  }
}

/** Patterns that were read before: a rule is made anew for each record of a file. */
const testsByPattern = new Map<string, (text: string) => boolean>();
const KNOWN_MAX = 200;

/**
 * Whether a whole text is as a pattern says.
 * @throws PatternError for what is no pattern
 */
export function patternTest(pattern: string): (text: string) => boolean {
  const read = testsByPattern.get(pattern) ?? readPattern(pattern);
  if (testsByPattern.size >= KNOWN_MAX) testsByPattern.clear();
  testsByPattern.set(pattern, read);
  return read;
}

function readPattern(pattern: string): (text: string) => boolean {
  if (pattern.length > PATTERN_MAX) throw new PatternError('patternLarge');
  try {
    new RegExp(pattern, 'u');
  } catch {
    throw new PatternError('patternSyntax');
  }
  const end: Step = { next: [] };
  const first = makeSteps(new Reader(pattern).read(), end);
  return (text) => {
    let now = new Set<Step>();
    open(first, now);
    for (const letter of text) {
      const after = new Set<Step>();
      for (const { char, next } of now) if (char?.test(letter)) for (const step of next) open(step, after);
      now = after;
      if (now.size === 0) return false;
    }
    return now.has(end);
  };
}
