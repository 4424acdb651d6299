import { text } from '#i18n/text.ts';
import { checkFiles } from './check.ts';

/** `npm run resource:check FILE…`: 0 when all are sound, 1 when one is not, 2 when none was named. */
const files = process.argv.slice(2);
if (files.length) {
  const { lines, bad } = await checkFiles(files);
  for (const line of lines) console.log(line);
  process.exitCode = bad ? 1 : 0;
} else {
  console.error(text('definitions.usage'));
  process.exitCode = 2;
}
