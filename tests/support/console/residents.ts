import { session } from '#console/data/session/session.ts';
import ResidentSearch from '#console/sections/residents/resident-search.tsx';
import { resetSearch } from '#console/sections/residents/search-state.ts';
import { completeDefinition } from '#resources/language/complete-definition.ts';
import type { ResidentSaved } from '#resources/protocol/people/residents.ts';
import type {
  FoundBuilding,
  FoundResident,
  FoundUnit,
  SearchPage,
  SmartSearchAnswer,
} from '#resources/protocol/search/search.ts';
import { decodeFoundPage } from '#resources/protocol/search/search-answers.ts';
import { residents } from '#resources/sections/residents.ts';
import { HOUSES, openSection } from './engine-stage.tsx';
import { type MadeUpServer, serveAnswers } from './server.ts';

/** The definition as the console has it. */
const RESIDENTS = completeDefinition(residents);
export const TYPED = 'POST /api/crm/search/smart_search/';
export const FOUND = 'GET /api/crm/search/smart_search_by_tags/';

/** Suggestions, empty unless said otherwise. */
export const suggested = (over: Partial<SmartSearchAnswer> = {}): SmartSearchAnswer => ({
  buildings: [],
  complexes: [],
  residents: [],
  types: [],
  counts: {},
  parts: [],
  search_str: '',
  ...over,
});

export const resident = (user: number, last: string, over: Partial<FoundResident> = {}): FoundResident => ({
  id: user,
  user,
  first_name: 'Пётр',
  last_name: last,
  phone_number: '+79164082217',
  status: 'active',
  avatar: null,
  is_all_units: true,
  chat: null,
  ...over,
});

export const unit = (id: number, over: Partial<FoundUnit> = {}): FoundUnit => ({
  id,
  unit_type: 'flat',
  label: String(id),
  porch: { id: 31, number: 2 },
  floor: { id: 41, number: 5 },
  pipe: { id: 61, name: '6' },
  residents: [],
  ...over,
});

export const building = (units: FoundUnit[], over: Partial<FoundBuilding> = {}): FoundBuilding => ({
  id: 3,
  street: 'ул. Лесная',
  number: '12',
  complex: { id: 1, name: 'ЖК «Роща»' },
  units_count: units.length,
  units,
  ...over,
});

export const foundPage = (results: FoundBuilding[], over: Partial<SearchPage> = {}): SearchPage => ({
  count: results.reduce((sum, { units }) => sum + units.length, 0),
  previous: null,
  next: null,
  number: 1,
  page_size: 100,
  results,
  ...over,
});

/** The same as the console reads it. */
export const decodedResults = (buildings: FoundBuilding[]) => decodeFoundPage(foundPage(buildings)).results;

/** The server's answer to a saved resident. */
export const savedResident = (change: Partial<ResidentSaved> = {}): { params: ResidentSaved } => ({
  params: {
    id: 7,
    user: 7,
    first_name: 'Пётр',
    last_name: 'Ежов',
    phone_number: '+79164082217',
    gender: 'male',
    status: 'created',
    units: [102],
    ...change,
  },
});

/** Somebody with a level on residents, their buildings, and a server that suggests a floor and finds one flat. */
export function office(level = 'write', answers: Parameters<typeof serveAnswers>[0] = {}): MadeUpServer {
  session.token.set('stored');
  session.userId.set('1');
  session.permissions.set({ residents: level });
  resetSearch();
  return serveAnswers({
    'GET /api/crm/buildings/': { json: HOUSES.map((one) => ({ ...one, is_all_porches: true })) },
    [TYPED]: ({ body }) => {
      const { search } = body as { search: string };
      return { json: suggested({ types: ['floor'], counts: { floor: 2 }, search_str: search }) };
    },
    [FOUND]: { json: foundPage([building([unit(48, { residents: [resident(7, 'Ежов')] })])]) },
    ...answers,
  });
}

/** Opens a page of the section. */
export const openResidents = (address = '/residents') =>
  openSection(RESIDENTS, address, { 'resident-search': ResidentSearch });
