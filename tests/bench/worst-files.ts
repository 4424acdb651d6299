import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8 } from 'fflate';
import sharp from 'sharp';
import { watchMemory } from '#tests/fuzz/bench.ts';
import { workbook } from '#tests/support/import/workbook.ts';
import { type Product, signIn, startProduct } from '#tests/support/product.ts';
import { type Figure, percentile } from './figures.ts';

const CONVERT = '/api/crm/import/convert_residents/';
const SUBMIT = '/api/crm/import/residents/';
const ATTACH = '/api/authorized/attachments/';
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

/** Resident memory of a process, MB; 0 for one that has ended. */
async function residentOf(pid: number | string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s*(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

/** The task of a process that the server has started: the name of its module (`server/work-process.ts`). @returns '' for others */
async function workOf(pid: string): Promise<string> {
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return /([\w-]+)\.ts\0$/.exec(command)?.[1] ?? '';
}

/** Between two looks at the processes that the server has begun, ms. */
const LOOK_MS = 50;

/** Watches the processes that read and draw for the server. @returns says what each kind of them took at the most, MB */
function watchBeside({ process: { pid } }: Product): () => Figure[] {
  const most = new Map<string, number>();
  const look = async () => {
    const begun = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ').filter(Boolean);
    for (const each of begun) {
      const [work, resident] = await Promise.all([workOf(each), residentOf(each)]);
      if (work) most.set(work, Math.max(most.get(work) ?? 0, resident));
    }
  };
  const timer = setInterval(() => void look(), LOOK_MS);
  return () => {
    clearInterval(timer);
    return Array.from(most, ([work, value]) => ({
      name: `Most memory of a process for ${work}`,
      value,
      unit: 'MB',
      target: 512,
    }));
  };
}

/** A picture of 70 million pixels in less than a megabyte, all of which its decoder has to keep. */
const hugePicture = () =>
  sharp({ create: { width: 8_400, height: 8_400, channels: 3, background: '#0a78c8' } })
    .jpeg({ progressive: true, quality: 10 })
    .toBuffer();

/** Posts a form. */
type Send = (path: string, form: FormData) => Promise<{ status: number; text: string }>;

function sender(product: Product, token: string): Send {
  const headers = { authorization: `Token ${token}` };
  return async (path, form) => {
    const answer = await fetch(`${product.address}${path}`, { method: 'POST', headers, body: form });
    return { status: answer.status, text: await answer.text() };
  };
}

const p95 = (what: string, times: readonly number[]): Figure => ({
  name: `${what}: other calls, p95`,
  value: percentile(times, 95),
  unit: 'ms',
  target: 300,
});

/** Other calls while each of the worst files is refused. */
async function refusals(product: Product, token: string): Promise<Figure[]> {
  const send = sender(product, token);
  const figures: Figure[] = [];
  for (const [name, make] of Object.entries(FILES)) {
    const form = new FormData();
    form.append('building', '1');
    form.append('file', new Blob([make() as BlobPart]), 'список');
    const sent = send(CONVERT, form).then(({ status, text }) => {
      if (status >= 500) throw new Error(`${name}: ${status} ${text}`);
      console.log(`  ${name}: ${status} ${text.slice(0, 160)}`);
    });
    figures.push(p95(name, await others(product, token, sent)));
  }
  return figures;
}

/** Other calls while a long list of residents is submitted in one call. */
async function longList(product: Product, token: string): Promise<Figure[]> {
  const rows = Array.from({ length: ROWS }, (_, at) => ({
    id: 1,
    label: '1',
    last_name: 'Калинина',
    first_name: 'Дарья',
    phone_number: `+7930${String(at).padStart(7, '0')}`,
  }));
  const form = new FormData();
  form.append('convert_residents_result', JSON.stringify(rows));
  const sent = sender(product, token)(SUBMIT, form).then(({ status, text }) => {
    if (status !== 200) throw new Error(`${status} ${text.slice(0, 200)}`);
    console.log(`  ${ROWS} rows: ${text.slice(0, 40)}`);
  });
  const times = await others(product, token, sent);
  const slowest: Figure = { name: 'The same: the slowest other call', value: Math.max(...times), unit: 'ms' };
  return [p95(`${ROWS} rows in one call`, times), slowest];
}

/** Other calls while pictures are drawn that take all that a picture may. */
async function hugePictures(product: Product, token: string): Promise<Figure> {
  const send = sender(product, token);
  const huge = new Blob([new Uint8Array(await hugePicture())]);
  const sent = Array.from({ length: 4 }, async () => {
    const form = new FormData();
    form.append('attachments', huge, 'двор.jpg');
    const { status, text } = await send(ATTACH, form);
    if (status !== 201) throw new Error(`${status} ${text.slice(0, 200)}`);
  });
  const times = await others(product, token, Promise.all(sent));
  return p95('four progressive JPEG of 70 megapixels at once', times);
}

/** Other calls on the embedded database while the worst files are refused and drawn and long lists are submitted, and the memory of it. */
export async function worstFiles(): Promise<Figure[]> {
  const passes = JSON.parse(await readFile('docs/examples/guest-passes.json', 'utf8')) as object;
  const dataDir = await mkdtemp(join(tmpdir(), 'upravdom-worst-'));
  const options = { dataDir, definitions: { 'guest-passes.json': passes } };
  // Filling in the demo company is not measured.
  await (await startProduct(options)).stop();
  const product = await startProduct(options);
  try {
    const token = await signIn(product, 1);
    const before = await residentOf(product.process.pid ?? 0);
    const grownBy = await watchMemory(product);
    const beside = watchBeside(product);
    const figures = await refusals(product, token);
    figures.push(...(await longList(product, token)));
    figures.push(await records(product, token));
    figures.push(await hugePictures(product, token));
    figures.push({ name: 'Memory of the server with its database before all this', value: before, unit: 'MB' });
    figures.push({ name: 'It has grown by at the most', value: await grownBy(), unit: 'MB', target: 512 });
    return [...figures, ...beside()];
  } finally {
    await product.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const RECORDS = 1_000;
const RECORDS_OF_CALL = 200;

/** Other calls while records of an added section are imported as the console does it, call after call. */
async function records(product: Product, token: string): Promise<Figure> {
  const headers = { authorization: `Token ${token}`, 'content-type': 'application/json' };
  const cells = { house: '1', flat: '1', from: '01.12.2026', phone: '+79161234567', status: 'Заказан' };
  const send = async () => {
    let kept = 0;
    for (let from = 0; from < RECORDS; from += RECORDS_OF_CALL) {
      const rows = Array.from({ length: RECORDS_OF_CALL }, (_, at) => ({
        row: from + at + 2,
        cells: { ...cells, guest: `Гость ${from + at}`, car: `А${from + at}АА` },
      }));
      const body = JSON.stringify({ key: 'bench-of-records', check: false, rows });
      const answer = await fetch(`${product.address}/api/records/guest-passes/import/`, {
        method: 'POST',
        headers,
        body,
      });
      const said = (await answer.json()) as { rows?: { id: number | null; errors: object }[] };
      if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(said).slice(0, 200)}`);
      if (!kept) console.log(`  a row of an added section: ${JSON.stringify(said.rows?.[0])}`);
      kept += said.rows?.filter(({ id }) => id !== null).length ?? 0;
    }
    if (kept !== RECORDS) throw new Error(`${kept} records of ${RECORDS} were kept`);
  };
  return p95(`${RECORDS} records of an added section imported`, await others(product, token, send()));
}
