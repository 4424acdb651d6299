import type { Resource } from '#resources/language/define-resource.ts';
import type { Port } from '#server/work-process.ts';
import { type Validation, validateDefinition } from './validate.ts';

/** A text to validate, and the other definitions of the folder. */
export interface ValidationWork {
  source: string;
  extra: readonly Resource[];
  /** See `validateDefinition`. */
  replaced?: readonly string[] | undefined;
}

export type ValidationAnswer = ({ kind: 'validated' } & Validation) | { kind: 'failed'; message: string };

function answerTo({ source, extra, replaced }: ValidationWork): ValidationAnswer {
  try {
    return { kind: 'validated', ...validateDefinition(source, extra, replaced) };
  } catch (error) {
    return { kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

/** Handles validation messages in the child process, one at a time (`validation-process.ts`). */
export function answerWork(port: Port<ValidationWork, ValidationAnswer>): void {
  port.on('message', (work) => port.send?.(answerTo(work)));
}
