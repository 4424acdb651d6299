/**
 * Why a file cannot be read as a list of residents or of records (`headings`, `noRows`). The messages are under `import.file`
 * in i18n; the server sends them as `detail` (IMPORT-06), and the console shows them in the alert.
 */
const IMPORT_PROBLEMS = [
  'empty',
  'onlyHeader',
  'columns',
  'headings',
  'noRows',
  'notTable',
  'oldExcel',
  'brokenWorkbook',
  'unpacksTooLarge',
  'tooLarge',
  'tooManyRows',
  'tooManyCells',
  'tooMuchText',
  'longCell',
  'tooHard',
] as const;
export type ImportProblem = (typeof IMPORT_PROBLEMS)[number];

/** Thrown for a file that cannot be read as a list; `params` are the parameters of the message `import.file.<problem>`. */
export class ImportFileError extends Error {
  readonly problem: ImportProblem;
  readonly params: Readonly<Record<string, string | number>>;
  constructor(problem: ImportProblem, params: Readonly<Record<string, string | number>> = {}, cause?: unknown) {
    super(problem, { cause });
    this.name = 'ImportFileError';
    this.problem = problem;
    this.params = params;
  }
}

/** Creates the error for a file that exceeds a number of bytes. */
export function createTooLargeError(maxBytes: number): ImportFileError {
  return new ImportFileError('tooLarge', { megabytes: Math.floor(maxBytes / 1_000_000) });
}
