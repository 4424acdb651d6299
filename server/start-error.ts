import { EXIT } from './exit-codes.ts';

/** What stops the start and can be mended by the operator: `message` is a sentence for the console, in Russian. */
export class StartError extends Error {
  override readonly name = 'StartError';
  /** What the process ends with. */
  readonly exitCode: number;

  constructor(message: string, { exitCode = EXIT.failed, ...options }: ErrorOptions & { exitCode?: number } = {}) {
    super(message, options);
    this.exitCode = exitCode;
  }
}
