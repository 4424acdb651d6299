/**
 * Why a file cannot be read as a list, of residents or of records of an added section (`headings`, `noRows`). The keys lie under `import.file` of the texts; the server answers the
 * sentence as `detail` (IMPORT-06), the console shows it in the alert.
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

/** A file that is no list of residents. `params` fill in the sentence `import.file.<problem>`. */
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

/** The refusal of a file that is longer than so many bytes. */
export function tooLarge(most: number): ImportFileError {
  return new ImportFileError('tooLarge', { megabytes: Math.floor(most / 1_000_000) });
}
