/**
 * Patterns of definitions: regular expressions without features that need backtracking. They run as a state machine, so that
 * matching takes at most text length × pattern length.
 */

/** Maximum length of a pattern, characters, and of its state machine, steps. */
export const PATTERN_MAX = 200;
const STEPS_MAX = 500;

/** Problem code of an invalid pattern; `part` is the unsupported part. */
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

/**
 * A state: the character it consumes and the states after it, or several alternatives without a character. The final state has
 * neither.
 */
interface Step {
  char?: RegExp;
  next: Step[];
}

/** Escape sequences. */
const ESCAPE = /^\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|.)/su;
/** A character class. */
const SET = /^\[(?:[^\]\\]|\\.)*\]/su;
const COUNT = /^(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})\??/;
/** Unsupported parts: anchors, lookarounds and back references. */
const UNSUPPORTED = /^(?:\\(?:[1-9]|k<[^>]*>|[bB])|\(\?(?!:)[^)]{0,10}|[$^])/;

class PatternParser {
  #remaining: string;
  constructor(pattern: string) {
    // The whole text must match anyway.
    this.#remaining = pattern.replace(/^\^/, '').replace(/(?<!\\)\$$/, '');
  }

  read(): Node {
    const node = this.#parseAlternatives();
    if (this.#remaining !== '') throw new PatternError('patternSyntax');
    return node;
  }

  #take(form: RegExp): RegExpExecArray | null {
    const found = form.exec(this.#remaining);
    if (found) this.#remaining = this.#remaining.slice(found[0].length);
    return found;
  }

  #parseAlternatives(): Node {
    const any = [this.#parseSequence()];
    while (this.#take(/^\|/)) any.push(this.#parseSequence());
    return { any };
  }

  #parseSequence(): Node {
    const all: Node[] = [];
    while (this.#remaining !== '' && !/^[|)]/.test(this.#remaining)) all.push(this.#parseQuantified());
    return { all };
  }

  #parseQuantified(): Node {
    const node = this.#parseAtom();
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

  #parseAtom(): Node {
    const unsupported = UNSUPPORTED.exec(this.#remaining);
    if (unsupported) throw new PatternError('patternPart', unsupported[0]);
    if (this.#take(/^\((?:\?:)?/)) {
      const inner = this.#parseAlternatives();
      if (!this.#take(/^\)/)) throw new PatternError('patternSyntax');
      return inner;
    }
    const [atom] = this.#take(ESCAPE) ?? this.#take(SET) ?? this.#take(/^[^*+?{}()[\]|\\]/u) ?? [];
    if (atom === undefined) throw new PatternError('patternSyntax');
    return { char: new RegExp(`^${atom}$`, 'u') };
  }
}

/** Compiles a node to states that end in `end`. */
function compileSteps(root: Node, end: Step): Step {
  let stepCount = 0;
  const makeStep = (node: Node, next: Step): Step => {
    stepCount += 1;
    if (stepCount > STEPS_MAX) throw new PatternError('patternLarge');
    if ('char' in node) return { char: node.char, next: [next] };
    if ('all' in node) return node.all.reduceRight((following, parseAtom) => makeStep(parseAtom, following), next);
    if ('any' in node) return { next: node.any.map((one) => makeStep(one, next)) };
    let step = next;
    let least = node.min;
    if (node.max === Number.POSITIVE_INFINITY) {
      const loop: Step = { next: [next] };
      const body = makeStep(node.repeat, loop);
      loop.next.push(body);
      // The last required repetition is the one that loops; a separate one would double the states for nested counts.
      step = least > 0 ? body : loop;
      least = Math.max(least - 1, 0);
    } else for (let more = node.min; more < node.max; more += 1) step = { next: [makeStep(node.repeat, step), next] };
    for (let more = 0; more < least; more += 1) step = makeStep(node.repeat, step);
    return step;
  };
  return makeStep(root, end);
}

/** Collects all states reachable from a state without consuming a character. */
function addReachable(step: Step, visited: Set<Step>): void {
  const pending = [step];
  for (let one = pending.pop(); one; one = pending.pop()) {
    if (visited.has(one)) continue;
    visited.add(one);
    if (!one.char) pending.push(...one.next);
  }
}

/** Cache of compiled patterns, because a rule is created for each record of a file. */
const testsByPattern = new Map<string, (text: string) => boolean>();
const CACHE_MAX = 200;

/**
 * Compiles a pattern to a function that tests whether a whole text matches.
 * @throws PatternError for an invalid pattern
 */
export function compilePattern(pattern: string): (text: string) => boolean {
  const read = testsByPattern.get(pattern) ?? compileUncached(pattern);
  if (testsByPattern.size >= CACHE_MAX) testsByPattern.clear();
  testsByPattern.set(pattern, read);
  return read;
}

function compileUncached(pattern: string): (text: string) => boolean {
  if (pattern.length > PATTERN_MAX) throw new PatternError('patternLarge');
  try {
    new RegExp(pattern, 'u');
  } catch {
    throw new PatternError('patternSyntax');
  }
  const end: Step = { next: [] };
  const first = compileSteps(new PatternParser(pattern).read(), end);
  return (text) => {
    let current = new Set<Step>();
    addReachable(first, current);
    for (const letter of text) {
      const following = new Set<Step>();
      for (const { char, next } of current)
        if (char?.test(letter)) for (const step of next) addReachable(step, following);
      current = following;
      if (current.size === 0) return false;
    }
    return current.has(end);
  };
}
