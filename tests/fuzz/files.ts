import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { unzipSync, zipSync } from 'fflate';
import { CHAT_API_KEY, chatPassAnswer } from '#resources/protocol/chat.ts';
import type { Product } from '#tests/support/product.ts';
import { bmpPicture, DOCUMENTS, heicPicture, picture } from '#tests/support/server/files.ts';
import { type Bench, PATIENCE, watchOthers } from './bench.ts';
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

const LIST =
  'unit;last_name;first_name;phone_number\n1;"Кали""нина";Дарья;8 916 408-22-17\n2;Орлов;Борис;+79251139064\n';

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
  const pass = await fetch(`${address}/api/authorized/chat-pass/`, { method: 'POST', headers: { authorization } });
  const { login, password } = chatPassAnswer.parse(await pass.json());
  const secret = Buffer.from(`${login}:${password}`).toString('base64url');
  const drawn = await pictures();
  const svg = { name: 'знак.svg', bytes: Buffer.from('<?xml version="1.0"?><!-- a --><svg xmlns="a"><path/></svg>') };
  return {
    import: {
      samples: [
        ...(await samplesIn('../support/import/books', '.xlsx')),
        { name: 'список.csv', bytes: Buffer.from(LIST) },
      ],
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
    chat: {
      samples: [...drawn, ...documents(), svg],
      send: send(`/v0/file/u/?apikey=${CHAT_API_KEY}&auth=basic&secret=${secret}`, 'file'),
    },
    definitions: {
      samples: await samplesIn('../../docs/examples', '.json'),
      send: ({ bytes }) =>
        fetch(`${address}/resources/definitions/check/`, {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json' },
          body: JSON.stringify({ source: bytes.toString('utf8') }),
        }),
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
    if (answer.status >= 500) throw new Error(`${sample.name} was answered ${answer.status}`);
  });
  const { failed, errorInstance, counterexample } = await fc.check(property, { numRuns: runs, seed });
  if (failed) {
    const [sample] = counterexample ?? [];
    wrong.push(`${name}: ${String(errorInstance)}: ${sample?.bytes.subarray(0, 2_000).toString('base64')}`);
  }
  const longest = await stop();
  if (longest > PATIENCE) wrong.push(`${name}: another call took ${Math.round(longest)} ms`);
  const counts = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
  console.log(`${name}: ${counts}; the slowest other call ${Math.round(longest)} ms`);
  return wrong;
}

/**
 * Real files with random changes, through every call that takes a file. @returns what went wrong: a call was answered 500 or
 * not at all, or another call waited too long
 */
export async function fuzzFiles(bench: Bench): Promise<string[]> {
  const wrong: string[] = [];
  for (const [name, target] of Object.entries(await targetsOf(bench.product, bench.token))) {
    wrong.push(...(await fuzzCall(bench, name, target)));
  }
  return wrong;
}
