import type { Resource } from '#resources/language/define-resource.ts';
import type { Port } from '#server/work-process.ts';
import { type Validation, validate } from './validate.ts';

/** A text, and the definitions that it would stand beside. */
export interface ValidationWork {
  source: string;
  extra: readonly Resource[];
  /** See `validate`. */
  replaced?: readonly string[] | undefined;
}

export type ValidationAnswer = ({ kind: 'validated' } & Validation) | { kind: 'failed'; message: string };

function answerTo({ source, extra, replaced }: ValidationWork): ValidationAnswer {
  try {
    return { kind: 'validated', ...validate(source, extra, replaced) };
  } catch (error) {
    return { kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

/** Validates texts of definitions, one at a time (`validation-process.ts`). */
export function answerWork(port: Port<ValidationWork, ValidationAnswer>): void {
  port.on('message', (work) => port.send?.(answerTo(work)));
}
