interface FileResult {
  readonly path: string;
  readonly passed: number;
  readonly failed: number;
}
interface ReportedFile {
  readonly name: string;
  readonly status: string;
  readonly assertionResults: readonly { readonly status: string }[];
}
export const MAX_UNSTEADY: number;
export function fileResults(testResults: readonly ReportedFile[]): FileResult[];
export function settle(
  first: readonly FileResult[],
  second: readonly FileResult[],
): { unsteady: string[]; passed: number; failed: number };
