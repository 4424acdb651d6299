import { EXIT } from './exit-codes.ts';

/** A startup error that the operator can fix; `message` is a Russian sentence printed on the terminal. */
export class StartError extends Error {
  override readonly name = 'StartError';
  /** Exit code of the process. */
  readonly exitCode: number;

  constructor(message: string, { exitCode = EXIT.failed, ...options }: ErrorOptions & { exitCode?: number } = {}) {
    super(message, options);
    this.exitCode = exitCode;
  }
}
