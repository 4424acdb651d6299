import { readFile } from 'node:fs/promises';
import { strToU8 } from 'fflate';
import { workbook } from '#tests/support/import/workbook.ts';
import { type Product, signIn, startProduct } from '#tests/support/product.ts';
import { type Figure, percentile } from './figures.ts';

const CONVERT = '/api/crm/import/convert_residents/';
const SUBMIT = '/api/crm/import/residents/';
const ROWS = 30_000;
const HEAD = 'unit;last_name;first_name;phone_number\n';
const HEADINGS = `<row r="1">${['Квартира', 'Фамилия', 'Имя', 'Телефон'].map((name) => `<c t="str"><v>${name}</v></c>`).join('')}</row>`;

const sheet = (cells: string, strings: string) =>
  workbook([], {
    files: {
      'xl/worksheets/sheet1.xml': strToU8(`<worksheet><sheetData>${HEADINGS}${cells}</sheetData></worksheet>`),
      'xl/sharedStrings.xml': strToU8(`<sst>${strings}</sst>`),
    },
  });

/** Files that stopped or ended the process before they were bounded. */
const FILES: Readonly<Record<string, () => Uint8Array | string>> = {
  'a number format of 3,000,000 zeros': () =>
    workbook(
      [['Квартира', 'Фамилия', 'Имя', 'Телефон'], ...Array.from({ length: 800 }, () => [{ number: 1, style: 1 }])],
      {
        formats: ['0'.repeat(3_000_000)],
      },
    ),
  'one text of 3,000,000 characters in 800 cells': () =>
    sheet('<row><c t="s"><v>0</v></c></row>'.repeat(800), `<si><t>${'а '.repeat(1_500_000)}</t></si>`),
  'a sheet of 95 MB in one cell': () => sheet(`<row><c t="str"><v>${'a b '.repeat(23_000_000)}</v></c></row>`, ''),
  'a tag of 60 MB that nobody closes': () => sheet(`<row a="${'x'.repeat(60_000_000)}`, ''),
  'an open quote': () => `${HEAD}1;"А;Б;8\n${'2;В;Г;9\n'.repeat(600_000)}`,
  'quotes and spaces in a row': () => `${HEAD}${'" '.repeat(1_500_000)}${' '.repeat(3_000_000)};x\n`,
  'wide rows': () => `${HEAD}${';'.repeat(6_000_000)}`,
};

/** How long a cheap call takes while something else is done, ms. */
async function others(product: Product, token: string, work: Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  while (!isDone || times.length < 20) {
    const began = performance.now();
    const answer = await fetch(`${product.address}/api/crm/profile/current/`, {
      headers: { authorization: `Token ${token}` },
    });
    await answer.arrayBuffer();
    times.push(performance.now() - began);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await done;
  return times;
}

/** Greatest resident memory of the process so far, MB. */
async function memoryOf(product: Product): Promise<number> {
  const status = await readFile(`/proc/${product.process.pid}/status`, 'utf8');
  return Number(/VmHWM:\s*(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

/** Other calls on the embedded database while the worst files are refused and a long list is submitted in one call. */
export async function worstFiles(): Promise<Figure[]> {
  const product = await startProduct();
  try {
    const token = await signIn(product, 1);
    const send = async (path: string, form: FormData) => {
      const headers = { authorization: `Token ${token}` };
      const answer = await fetch(`${product.address}${path}`, { method: 'POST', headers, body: form });
      return { status: answer.status, text: await answer.text() };
    };
    const figures: Figure[] = [];
    for (const [name, make] of Object.entries(FILES)) {
      const form = new FormData();
      form.append('building', '1');
      form.append('file', new Blob([make() as BlobPart]), 'список');
      const times = await others(
        product,
        token,
        send(CONVERT, form).then(({ status, text }) => {
          if (status >= 500) throw new Error(`${name}: ${status} ${text}`);
          console.log(`  ${name}: ${status} ${text.slice(0, 160)}`);
        }),
      );
      figures.push({ name: `${name}: other calls, p95`, value: percentile(times, 95), unit: 'ms', target: 300 });
    }
    const rows = Array.from({ length: ROWS }, (_, at) => ({
      id: 1,
      label: '1',
      last_name: 'Калинина',
      first_name: 'Дарья',
      phone_number: `+7930${String(at).padStart(7, '0')}`,
    }));
    const form = new FormData();
    form.append('convert_residents_result', JSON.stringify(rows));
    const times = await others(
      product,
      token,
      send(SUBMIT, form).then(({ status, text }) => {
        if (status !== 200) throw new Error(`${status} ${text.slice(0, 200)}`);
        console.log(`  ${ROWS} rows: ${text.slice(0, 40)}`);
      }),
    );
    figures.push({
      name: `${ROWS} rows in one call: other calls, p95`,
      value: percentile(times, 95),
      unit: 'ms',
      target: 300,
    });
    figures.push({ name: 'The same: the slowest other call', value: Math.max(...times), unit: 'ms' });
    figures.push({ name: 'Most memory of the server with its database', value: await memoryOf(product), unit: 'MB' });
    return figures;
  } finally {
    await product.stop();
  }
}
