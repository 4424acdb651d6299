import { text } from '#i18n/text.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { createConcurrencyLimit } from '#server/concurrency-limit.ts';
import { WorkProcess } from '#server/work-process.ts';
import { type Validation, validate } from './validate.ts';
import type { ValidationAnswer, ValidationWork } from './validation-work.ts';

/** Bounds of the process that validates. */
export interface ValidationBounds {
  /** Longest time of one text, ms. */
  patience: number;
  /** Its memory, MB; one that needs more ends. */
  memory: number;
}

const BOUNDS: ValidationBounds = { patience: 20_000, memory: 256 };
/** One text is validated, so many wait; the next one is refused for now. */
const WAITING = 4;
/** Shorter texts take a few milliseconds and are validated at once, characters. */
const SMALL = 16_384;

/** Validates texts; a long one in a process of its own, so that it does not hold up other calls. */
export function createValidator({ patience, memory }: ValidationBounds = BOUNDS) {
  const module = new URL('./validation-work.ts', import.meta.url);
  const process = new WorkProcess<ValidationWork, ValidationAnswer>({ module, memory });
  const oneAtATime = createConcurrencyLimit(1, WAITING);

  async function ask(work: ValidationWork): Promise<Validation> {
    const timer = setTimeout(() => process.end(), patience);
    try {
      const answer = await process.ask(work);
      if (answer.kind === 'validated') return answer;
      if (answer.kind === 'failed') throw new Error(`A definition was not validated: ${answer.message}`);
      if (answer.failure !== null)
        throw new Error(`The process that validates definitions does not run: ${answer.failure}`);
      return { resource: null, problems: [text('definitions.tooHard')] };
    } finally {
      clearTimeout(timer);
      process.rest();
    }
  }

  /** @throws ApiError too_many_requests */
  return async (source: string, extra: readonly Resource[], replaced?: readonly string[]): Promise<Validation> =>
    source.length > SMALL ? oneAtATime(() => ask({ source, extra, replaced })) : validate(source, extra, replaced);
}

/** The one of the server. */
export const validateText = createValidator();
