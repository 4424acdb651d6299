import { type ContractServer, startContract } from '#tests/contract/server.mjs';
import { raiseStage, type StageOptions } from './stage.ts';
import type { WalkNames, WalkStage } from './walk-stage.ts';

/** Names from its data that the journeys use. */
const NAMES: WalkNames = {
  accounts: { chief: 1, reader: 2, denied: 3, own: 1 },
  chief: { phone: '9990000001', password: 'Admin123' },
  forgetful: '9990000002',
  ownPhone: '9990000001',
  targets: [
    [/водопроводе\s№\s2/, /1\sподъезд/],
    [/отключение\sлифта\s№\s3/, /3\sквартиры/],
    [/Отчёт\sза\sпрошлый\sмесяц\s№\s4/, /^ул\.\sЛесная,\s12$/],
  ],
  building: 11,
  porches: [111, 112],
  floor: 11_203,
  search: 'Лесная',
  service: 31,
  camera: 'Въезд 2',
  meters: ['Холодная вода', 'Горячая вода', 'Электричество (день)', 'Электричество (ночь)', 'Газ', 'Отопление'],
  otherMeters: ['gas', 'heating'],
  flat: ['4', 7004],
  staff: 14,
  lastName: 'Петров',
  complaints: {
    preview: /Шум после 23 часов/,
    complaint: 'Шум после 23 часов (4)',
    appreciation: 'Спасибо за чистый подъезд (5)',
  },
  records: { news: 502, resident: 301, employee: 101 },
};
/** The code that it sends to every phone. */
const CODE = '123456';
/** Last month's readings of the journeys' flat; it has none of this month. */
const GIVEN = { water_cold: '000134', elec_night: '000137' };
const PASSWORDS: readonly string[] = ['Admin123', 'Reader123', 'Denied123', 'Perform123', 'Super123'];

/** Something that was against the documents (`kind: extra`: an address they do not know). */
export interface Deviation {
  method: string;
  url: string;
  kind: string;
  item: string | null;
  basis: 'spec' | 'decision' | 'extra';
  expected: string;
  got: string;
}

/** A request that the contract server got. */
interface LoggedCall {
  method: string;
  path: string;
  url: string;
  query: Readonly<Record<string, string>>;
  body: unknown;
  status: number | null;
  aborted: boolean;
}

/** A stage whose product passes everything on to the contract server. */
export interface ContractStage extends WalkStage {
  readonly contract: ContractServer;
  /** Calls and answers since the test began that contradict the documents. */
  deviations(basis?: Deviation['basis']): Promise<Deviation[]>;
  /** Requests whose path has this in it, since the test began. */
  log(path: string): Promise<LoggedCall[]>;
  /** Controls the server: `shape`, `fail`, `account` … (tests/contract/README.md). */
  control(path: string, body: object): Promise<void>;
}

/** One line of what a deviation says. */
export const lineOf = ({ item, kind, method, url, expected, got }: Deviation): string =>
  `${item ?? kind}: ${method} ${url}: ${expected}, not ${got}`;

/** The account of this number signs in by the documented call. */
async function tokenOf({ address }: { address: string }, account: number): Promise<string> {
  const response = await fetch(`${address}/api/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: `+7999000000${account}`, password: PASSWORDS[account - 1] }),
  });
  const { token } = (await response.json()) as { token?: string };
  if (!token) throw new Error(`Account ${account} of the contract server was not let in: ${response.status}`);
  return token;
}

/**
 * Registers a stage like `raiseStage`, but on the contract server. Each test begins with its first data and its first
 * shapes, and fails if anything was against the documents.
 */
export function raiseContractStage(options: StageOptions = {}): ContractStage {
  let contract: ContractServer | undefined;
  const there = (): ContractServer => {
    if (!contract) throw new Error('The stage is set up by beforeAll');
    return contract;
  };
  const read = async <Answer>(path: string): Promise<Answer> => {
    const response = await fetch(`${there().address}/__test/${path}`);
    return (await response.json()) as Answer;
  };
  const control = async (path: string, body: object): Promise<void> => {
    const response = await fetch(`${there().address}/__test/${path}`, { method: 'POST', body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`The contract server knows no such control: ${path} ${await response.text()}`);
  };
  const deviations = (basis?: string) => read<Deviation[]>(`deviations${basis ? `?basis=${basis}` : ''}`);
  const stage = raiseStage({
    ...options,
    tokenOf,
    before: async () => {
      contract = await startContract();
      return { STAGING_URL: contract.address };
    },
  });
  beforeEach(() => control('reset', {}));
  afterEach(async () => {
    expect((await deviations('spec')).map(lineOf)).toEqual([]);
    expect((await deviations('extra')).map(lineOf)).toEqual([]);
  });
  afterAll(() => contract?.stop());
  const own: Omit<ContractStage, keyof typeof stage | 'contract'> = {
    names: NAMES,
    hasAdditions: false,
    deviations,
    control,
    log: (path: string) => read<LoggedCall[]>(`log?path=${path}`),
    faults: async () => (await deviations()).map(lineOf),
    codeFor: async () => CODE,
    invitation: async () => '/registration?token=activate-106',
    // 50 come in, 40 are in progress, 30 done.
    requests: async () => Array.from({ length: 120 }, (_, at) => 2001 + at),
    lastReadings: async () => ({ last: GIVEN, before: GIVEN }),
    complain: (description) => control('push', { type: 'complaint', description }),
    standOnDay: (day) => control('day', { day }),
  };
  return Object.defineProperty(Object.assign(stage, own) as ContractStage, 'contract', { get: there });
}
