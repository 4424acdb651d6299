import { decodeBuildings } from '#resources/protocol/buildings/building-answers.ts';
import { decodeCompanyProfile } from '#resources/protocol/buildings/settings-answers.ts';
import { decodeWholeBuilding, decodeWholePorch } from '#resources/protocol/buildings/whole-building-answers.ts';
import { decodeChatProfile } from '#resources/protocol/chat/chat-answers.ts';
import { decodeListItems } from '#resources/protocol/listed-answers.ts';
import { decodeFrames, decodeStories } from '#resources/protocol/news/booklet-answers.ts';
import { decodeCollectingInvalid } from '#resources/protocol/open-shapes.ts';
import { decodeCompanies } from '#resources/protocol/people/employee-answers.ts';
import { decodePermissions, decodeProfile } from '#resources/protocol/people/profile-answers.ts';
import {
  decodeFlatReadings,
  decodeFlatsPage,
  decodeReadingData,
} from '#resources/protocol/readings/reading-answers.ts';
import {
  decodeSectionRecord,
  decodeSectionRecords,
  loadRecordDecoder,
  type RecordDecoder,
} from '#resources/protocol/record-answers.ts';
import {
  decodePerformers,
  decodeServices,
  decodeTaskCount,
  decodeTaskDetails,
  decodeTasks,
} from '#resources/protocol/requests/task-answers.ts';
import { decodeFoundPage } from '#resources/protocol/search/search-answers.ts';
import { type ContractServer, startContract } from '#tests/contract/server.mjs';
import { variation } from '#tests/support/answer-variations.ts';

const ALL = 'buildings_id=11,12,13,14,15,16';
const since = Math.floor(Date.now() / 1_000) - 40 * 86_400;
const month = `${String(new Date().getMonth() + 1).padStart(2, '0')}${new Date().getFullYear()}`;
const NAMES = ['news', 'residents', 'readings', 'cameras', 'employees', 'settings-buildings', 'reading-settings'];
const READERS = new Map(await Promise.all(NAMES.map(async (name) => [name, await loadRecordDecoder(name)] as const)));
const readerFor = (name: string): RecordDecoder => READERS.get(name) as RecordDecoder;
const list = (name: string) => (body: unknown) => decodeSectionRecords(readerFor(name), body);
const one = (name: string) => (body: unknown) => decodeSectionRecord(readerFor(name), body);

/** Reading calls of the documents with the decoder of each. */
const CALLS: readonly (readonly [path: string, decode: (body: unknown) => unknown])[] = [
  ['permissions/', decodePermissions],
  ['profile/current/', decodeProfile],
  ['buildings/', decodeBuildings],
  ['buildings/11/', decodeWholeBuilding],
  ['porches/111/', decodeWholePorch],
  [`news/?${ALL}&page_size=20`, list('news')],
  ['news/501/', one('news')],
  [`booklets/?${ALL}`, decodeStories],
  ['booklets/61/', (body) => ({ frames: decodeFrames(body) })],
  [`tasks/?${ALL}&stage=created&count=30&date=${since}`, decodeTasks],
  [`tasks/count/?${ALL}&stage=created&date=${since}`, decodeTaskCount],
  ['tasks/{task}/', decodeTaskDetails],
  ['performers/?building=11&service=31', decodePerformers],
  // One without a name cannot be chosen.
  [`services/?${ALL}`, (body) => ({ services: decodeServices(body) })],
  [`services/?${ALL}`, (body) => decodeListItems(body, 'id')],
  ['search/smart_search_by_tags/?buildings_id=11&page_size=100', decodeFoundPage],
  ['residents/301/', one('residents')],
  [`meters/?${ALL}&date=${month}&page=1&page_size=10`, decodeFlatsPage],
  [`meters/?${ALL}&date=${month}&page=1&page_size=50`, list('readings')],
  ['meters/7001/', decodeFlatReadings],
  [`scenarios/reading-list-data/?${ALL}`, decodeReadingData],
  [`cameras/?${ALL}`, list('cameras')],
  ['cameras/{camera}/', one('cameras')],
  ['employee/?page=1&page_size=10', list('employees')],
  ['employee/102/', one('employees')],
  ['scenarios/companies/', decodeCompanies],
  ['settings/building/?page=1&page_size=10', list('settings-buildings')],
  [`settings/building/?${ALL}`, list('reading-settings')],
  ['settings/building/11/', one('settings-buildings')],
  ['settings/company-profile/', decodeCompanyProfile],
  ['/api/authorized/profile/?chat_id=usrStaff102', decodeChatProfile],
];
/** Of each call: all together over 2,000. */
const VARIATIONS = 66;

let contract: ContractServer;
beforeAll(async () => {
  contract = await startContract();
});
afterAll(() => contract.stop());

async function get(path: string): Promise<unknown> {
  const address = `${contract.address}${path.startsWith('/') ? path : `/api/crm/${path}`}`;
  const response = await fetch(address, { headers: { authorization: 'Token tok-admin' } });
  expect([path, response.status]).toEqual([path, 200]);
  return response.json();
}

/** Where a value says what is no value. */
function holes(value: unknown, at = ''): string[] {
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [at];
  if (typeof value === 'string') return /undefined|NaN|\[object/.test(value) ? [at] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => holes(inner, `${at}.${key}`));
}
const lengthOf = (value: unknown): number | null =>
  Array.isArray(value) ? value.length : ((value as { results?: unknown[] } | null)?.results?.length ?? null);

test('API-06: over 2,000 variations of the answers of the contract server are read without a crash, a lost record or a hole', async () => {
  const first = async (path: string) => String(((await get(path)) as { id: number }[])[0]?.id);
  const task = await first(`tasks/?${ALL}&stage=created&count=30&date=${since}`);
  const camera = await first(`cameras/?${ALL}`);
  let count = 0;
  for (const [path, decode] of CALLS) {
    const body = await get(path.replace('{task}', task).replace('{camera}', camera));
    const whole = decode(body);
    expect([path, whole === null]).toEqual([path, false]);
    for (let seed = 1; seed <= VARIATIONS; seed += 1) {
      const changed = variation(body, seed * 7_919);
      const { value, unread } = decodeCollectingInvalid(() => decode(changed));
      expect([path, seed, unread.length, holes(value), lengthOf(value)]).toEqual([path, seed, 0, [], lengthOf(whole)]);
      count += 1;
    }
  }
  expect(count).toBeGreaterThan(2_000);
});
