import { parseId } from '#resources/language/kinds/ids.ts';
import { compilePattern } from '#resources/language/kinds/text-pattern.ts';
import { formatCellNumber, parseNumberFormat } from '#resources/rules/import/number-format.ts';
import { readImportPhone } from '#resources/rules/import/phone.ts';
import { trimEnd } from '#resources/trim-end.ts';
import { isSvg } from '#server/chat/files/file-type.ts';
import { messagePreview } from '#server/chat/plain-text.ts';
import { acceptedType, cleanName } from '#server/files/sniff.ts';
import { cpuTime } from '#tests/support/cpu.ts';

/** Far more CPU time than any of these takes, and less than a quadratic one did, ms. */
const MOST = 1_500;

const say = (key: string) => (key === 'engine.file.numbered' ? '%{name} (№ %{id})' : key);

describe('work on input grows with its length and no faster', () => {
  test.each<[what: string, work: () => unknown]>([
    ['a file of comments that is no SVG', () => isSvg(Buffer.from('<!---->'.repeat(24)))],
    ['a file of open comments', () => isSvg(Buffer.from('<!--'.repeat(2_000)))],
    ['a name of dots', () => cleanName(`${'.'.repeat(100_000)}a${'. '.repeat(100_000)}a`)],
    ['a name without an ending', () => acceptedType(Buffer.from('a'), '.a'.repeat(100_000))],
    ['a number format of open brackets', () => parseNumberFormat(200, '['.repeat(100_000))],
    ['a number format of quotes', () => parseNumberFormat(200, '"'.repeat(100_001))],
    ['a pattern of repetitions', () => compilePattern('(а*)*(а|а)*(а+а+)+б')('а'.repeat(20_000))],
    ['a phone of spaces', () => readImportPhone(`7e${' '.repeat(60_000)}x`)],
    ['the name of a record in a file', () => parseId(`а${' '.repeat(60_000)}б`, { translate: say })],
    [
      'a message of quotes',
      () =>
        messagePreview(
          { txt: 'а'.repeat(60_000), fmt: Array.from({ length: 60_000 }, (_, at) => ({ at, len: 1, tp: 'QQ' })) },
          120,
        ),
    ],
    ['an address of slashes', () => trimEnd(`${'/'.repeat(500_000)}a${'/'.repeat(500_000)}`, '/')],
  ])('%s', async (_, work) => {
    expect(await cpuTime(work)).toBeLessThan(MOST);
  });

  test('what these read is as before', async () => {
    const svg =
      '<?xml version="1.0"?>\n<!-- a --><!-- b -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN">\n<!-- c --> <SVG >';
    expect(isSvg(Buffer.from(`\ufeff ${svg}`))).toBe(true);
    expect(isSvg(Buffer.from('<!-- <svg> --><html>'))).toBe(false);
    expect(isSvg(Buffer.from('<svgx>'))).toBe(false);
    expect(cleanName('C:\\двор\\.. смета . .')).toBe('смета');
    expect(cleanName(`/tmp/${'д'.repeat(10_000)}.pdf`)).toBe(`${'д'.repeat(196)}.pdf`);
    expect(cleanName('%22отчёт%22.txt')).toBe('"отчёт".txt');
    expect(trimEnd('https://a.ru///', '/')).toBe('https://a.ru');
    expect(formatCellNumber('13', parseNumberFormat(200, '"кв. "000'))).toBe('кв. 013');
    expect(formatCellNumber('46347', parseNumberFormat(200, '[Red]d.mm'))).toBe('21.11.2026');
    expect(readImportPhone('7,91235 E + 10')).toEqual({ trouble: 'excel' });
    expect(parseId('Сантехника (№ 4)', { translate: say })).toBe(4);
  });
});
