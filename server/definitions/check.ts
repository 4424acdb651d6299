import { readFile } from 'node:fs/promises';
import { text } from '#i18n/text.ts';
import { RESOURCES } from '#resources/index.ts';
import { checkTogether, type Standing } from '#resources/language/read-definition.ts';
import { explain, readText } from './read-text.ts';

/** What the check has found. */
export interface CheckResult {
  /** What to print, one line each. */
  lines: string[];
  /** Files with mistakes. */
  bad: number;
}

/** Checks definition files, each by itself and beside the built-in sections and those named before it. */
export async function checkFiles(files: readonly string[]): Promise<CheckResult> {
  const standing: Standing[] = RESOURCES.map((resource) => ({
    source: `resources/${resource.name}.ts`,
    resource,
    builtIn: true,
  }));
  const lines: string[] = [];
  let bad = 0;
  for (const file of files) {
    let source: string | null = null;
    try {
      source = await readFile(file, 'utf8');
      const one = { source: file, resource: readText(source, file) };
      checkTogether([...standing, one]);
      standing.push(one);
      lines.push(text('definitions.sound', { file, section: one.resource.words.plural }));
    } catch (error) {
      bad += 1;
      lines.push(...explain(error, source).map((sentence) => `${file}: ${sentence}`));
    }
  }
  return { lines, bad };
}
