import { text } from '#i18n/text.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { createConcurrencyLimit } from '#server/concurrency-limit.ts';
import { type WorkLimits, WorkProcess } from '#server/work-process.ts';
import { type Validation, validateDefinition } from './validate.ts';
import type { ValidationAnswer, ValidationWork } from './validation-work.ts';

const LIMITS: WorkLimits = { cpuTimeMs: 20_000, memory: 256 };
/** Texts that may wait while one is validated; further ones are refused. */
const QUEUE_MAX = 4;
/** Texts up to this length take a few milliseconds and are validated in this process, characters. */
const SMALL_LENGTH = 16_384;

/** Creates a validator of texts; long ones run in a child process, so that they do not block other requests. */
export function createValidator(limits: WorkLimits = LIMITS) {
  const moduleUrl = new URL('./validation-work.ts', import.meta.url);
  const workProcess = new WorkProcess<ValidationWork, ValidationAnswer>({ module: moduleUrl, ...limits });
  const oneAtATime = createConcurrencyLimit(1, QUEUE_MAX);

  async function ask(work: ValidationWork): Promise<Validation> {
    const answer = await workProcess.run(() => workProcess.request(work));
    if (answer.kind === 'validated') return answer;
    if (answer.kind === 'failed') throw new Error(`A definition was not validated: ${answer.message}`);
    if (answer.failure !== null)
      throw new Error(`The process that validates definitions does not run: ${answer.failure}`);
    return { resource: null, problems: [text('definitions.tooHard')] };
  }

  /** @throws ApiError too_many_requests, overloaded */
  return async (source: string, extra: readonly Resource[], replaced?: readonly string[]): Promise<Validation> =>
    source.length > SMALL_LENGTH
      ? oneAtATime(() => ask({ source, extra, replaced }))
      : validateDefinition(source, extra, replaced);
}

/** The validator of this server. */
export const validateText = createValidator();
