import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { unzipSync, zipSync } from 'fflate';
import { IMPORT } from '#resources/limits.ts';
import { CHAT_API_KEY, chatPassAnswer } from '#resources/protocol/chat/chat.ts';
import { headed } from '#resources/rules/import/columns.ts';
import { ImportFileError } from '#resources/rules/import/problem.ts';
import { readImportSheet } from '#resources/rules/import/sheet.ts';
import { cpuTime } from '#tests/support/cpu.ts';
import type { Product } from '#tests/support/product.ts';
import { bmpPicture, DOCUMENTS, heicPicture, picture } from '#tests/support/server/files.ts';
import { type Bench, PATIENCE, saidOf, watchOthers } from './bench.ts';
import { mutations } from './mutations.ts';

/** A real file. */
interface Sample {
  name: string;
  bytes: Buffer;
}

/** A call that takes a file. */
interface Target {
  samples: readonly Sample[];
  send(sample: Sample): Promise<Response>;
}

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

async function samplesIn(path: string, ending: string): Promise<Sample[]> {
  const names = (await readdir(folder(path))).filter((name) => name.endsWith(ending));
  return Promise.all(names.map(async (name) => ({ name, bytes: await readFile(folder(`${path}/${name}`)) })));
}

async function pictures(): Promise<Sample[]> {
  const formats = ['png', 'jpeg', 'webp', 'gif', 'tiff'] as const;
  const drawn = formats.map(async (format) => ({ name: `двор.${format}`, bytes: await picture(format, 320, 240) }));
  return [
    ...(await Promise.all(drawn)),
    { name: 'двор.bmp', bytes: bmpPicture(64, 64) },
    { name: 'двор.heic', bytes: heicPicture() },
  ];
}

const documents = (): Sample[] => Object.entries(DOCUMENTS).map(([name, make]) => ({ name, bytes: make() }));

const dataUrl = (name: string, bytes: Buffer) =>
  `data:image/${name.split('.').at(-1)};base64,${bytes.toString('base64')}`;

const LIST =
  'unit;last_name;first_name;phone_number\n1;"Кали""нина";Дарья;8 916 408-22-17\n2;Орлов;Борис;+79251139064\n';

/** Most work of the console on one file, ms of CPU: it reads lists of records on the page's own thread. */
const READING = 8_000;

/** Reads a file as the console reads lists of records of a section, without a call. @returns what a call would have answered */
async function readInConsole({ bytes }: Sample): Promise<Response> {
  let status = 200;
  const taken = await cpuTime(async () => {
    try {
      await readImportSheet(new Uint8Array(bytes), IMPORT.rows, headed);
    } catch (error) {
      status = error instanceof ImportFileError ? 400 : 500;
    }
  });
  return new Response(null, { status: taken > READING ? 504 : status });
}

/** So many files go into the chat by one pass. */
const PASS_FILES = 200;

async function targetsOf({ address }: Product, token: string): Promise<Readonly<Record<string, Target>>> {
  const authorization = `Token ${token}`;
  const send = (path: string, field: string, fields: Readonly<Record<string, string>> = {}) => {
    return ({ name, bytes }: Sample) => {
      const body = new FormData();
      for (const [key, value] of Object.entries(fields)) body.append(key, value);
      body.append(field, new Blob([new Uint8Array(bytes)]), name);
      return fetch(`${address}${path}`, { method: 'POST', headers: { authorization }, body });
    };
  };
  /** @param body JSON, or what is to be taken for it */
  const post = (path: string, body: object) =>
    fetch(`${address}${path}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body),
    });
  let entrance: Promise<string> | undefined;
  let sent = 0;
  /** Signs in to the chat when its turn has come, and again from time to time: a pass is good for some minutes alone. */
  const enter = async () => {
    const pass = await fetch(`${address}/api/authorized/chat-pass/`, { method: 'POST', headers: { authorization } });
    const { login, password } = chatPassAnswer.parse(await pass.json());
    const secret = Buffer.from(`${login}:${password}`).toString('base64url');
    return `/v0/file/u/?apikey=${CHAT_API_KEY}&auth=basic&secret=${secret}`;
  };
  const drawn = await pictures();
  const lists = [
    ...(await samplesIn('../support/import/books', '.xlsx')),
    { name: 'список.csv', bytes: Buffer.from(LIST) },
  ];
  const svg = { name: 'знак.svg', bytes: Buffer.from('<?xml version="1.0"?><!-- a --><svg xmlns="a"><path/></svg>') };
  return {
    import: {
      samples: lists,
      send: send('/api/crm/import/convert_residents/', 'file', { building: '1' }),
    },
    submission: {
      samples: [
        { name: 'строки.json', bytes: Buffer.from('[{"id":1,"label":"1","last_name":"А","phone_number":"8"}]') },
      ],
      send: send('/api/crm/import/residents/', 'convert_residents_result'),
    },
    attachments: { samples: [...drawn, ...documents()], send: send('/api/authorized/attachments/', 'attachments') },
    avatar: { samples: drawn, send: send('/api/crm/avatar/', 'avatar') },
    'avatar as a data URL': {
      samples: drawn,
      send: ({ name, bytes }) => post('/api/crm/avatar/', { avatar: dataUrl(name, bytes) }),
    },
    chat: {
      samples: [...drawn, ...documents(), svg],
      send: async (sample) => {
        if (sent % PASS_FILES === 0) entrance = enter();
        sent += 1;
        return send((await entrance) ?? '', 'file')(sample);
      },
    },
    records: {
      samples: [
        {
          name: 'строки.json',
          bytes: Buffer.from(
            JSON.stringify({
              key: 'fuzzed-rows',
              check: true,
              rows: [2, 3].map((row) => ({
                row,
                cells: { guest: 'Пётр', house: '1', flat: '1', from: '01.12.2026', phone: '8 916 408-22-17' },
              })),
            }),
          ),
        },
      ],
      send: ({ bytes }) => post('/api/records/guest-passes/import/', bytes),
    },
    'lists in the console': { samples: lists, send: readInConsole },
    definitions: {
      samples: await samplesIn('../../docs/examples', '.json'),
      send: ({ bytes }) => post('/resources/definitions/check/', { source: bytes.toString('utf8') }),
    },
  };
}

/** Changes a file; of a workbook, every second time, a part within the archive. */
const changed = (target: Target): fc.Arbitrary<Sample> =>
  fc.tuple(fc.constantFrom(...target.samples), mutations, fc.nat()).map(([{ name, bytes }, mutate, which]) => {
    if (!name.endsWith('.xlsx') || which % 2) return { name, bytes: mutate(bytes) };
    const parts = Object.entries(unzipSync(bytes));
    const chosen = which % parts.length;
    return {
      name,
      bytes: Buffer.from(
        zipSync(
          Object.fromEntries(parts.map(([path, part], at) => [path, at === chosen ? mutate(Buffer.from(part)) : part])),
        ),
      ),
    };
  });

/** One call with many files. @returns what went wrong */
async function fuzzCall({ product, token, runs, seed }: Bench, name: string, target: Target): Promise<string[]> {
  const wrong: string[] = [];
  const statuses = new Map<number, number>();
  const stop = watchOthers(product, token);
  const property = fc.asyncProperty(changed(target), async (sample) => {
    const answer = await target.send(sample);
    await answer.arrayBuffer();
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    // Bodies that nobody sends or that come too often are not read: a demo installation takes any number from its own machine.
    if (answer.status >= 500 || [401, 429].includes(answer.status))
      throw new Error(`${sample.name} was answered ${answer.status}`);
  });
  const { failed, errorInstance, counterexample } = await fc.check(property, { numRuns: runs, seed });
  if (failed) {
    const [sample] = counterexample ?? [];
    wrong.push(`${name}: ${String(errorInstance)}: ${sample?.bytes.subarray(0, 2_000).toString('base64')}`);
  }
  const others = await stop();
  if (others.longest > PATIENCE) wrong.push(`${name}: ${saidOf(others)}`);
  const counts = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
  console.log(`${name}: ${counts}; ${saidOf(others)}`);
  return wrong;
}

/**
 * Real files with random changes, through every call that takes a file. @returns what went wrong: a call was answered 500 or
 * not at all, or another call waited too long
 */
export async function fuzzFiles(bench: Bench): Promise<string[]> {
  const wrong: string[] = [];
  const targets = await targetsOf(bench.product, bench.token);
  const wanted = process.env.FUZZ_CALLS?.split(',') ?? Object.keys(targets);
  for (const name of wanted) {
    const target = targets[name];
    if (!target) throw new Error(`No such call: ${name}. There are ${Object.keys(targets).join(', ')}.`);
    wrong.push(...(await fuzzCall(bench, name, target)));
  }
  return wrong;
}
