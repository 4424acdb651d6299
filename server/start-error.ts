import { EXIT } from './exit-codes.ts';

/** An error that stops the start and can be mended by the operator: `message` is a sentence for the console, in Russian. */
export class StartError extends Error {
  override readonly name = 'StartError';
  /** Exit code of the process. */
  readonly exitCode: number;

  constructor(message: string, { exitCode = EXIT.failed, ...options }: ErrorOptions & { exitCode?: number } = {}) {
    super(message, options);
    this.exitCode = exitCode;
  }
}
