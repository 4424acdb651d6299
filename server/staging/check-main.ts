import { text } from '#i18n/text.ts';
import { trimEnd } from '#resources/trim-end.ts';
import { checkStaging, formatReport } from './check.ts';

/**
 * `npm run staging:check URL`, credentials in CHECK_PHONE and CHECK_PASSWORD. Exit code 0: as specified; 1: deviations; 2: wrong
 * usage.
 */
const [address = ''] = process.argv.slice(2);
const { CHECK_PHONE: username, CHECK_PASSWORD: password } = process.env;
if (/^https?:\/\//.test(address) && URL.canParse(address) && username && password) {
  const findings = await checkStaging({ url: trimEnd(address, '/'), username, password });
  console.log(formatReport(findings));
  process.exitCode = findings.some(({ verdict }) => verdict === 'differs') ? 1 : 0;
} else {
  console.error(text('staging.usage'));
  process.exitCode = 2;
}
