import { type BuiltInSection, type Level, SECTIONS } from '#resources/language/access.ts';
import type { Gender, Role, UserStatus } from '#server/db/tables/access.ts';
import { COMPANY } from './places.ts';

/**
 * Access of an employee: all entrances, those of every second building, the editor's two buildings and one entrance of a third,
 * or none.
 */
type AccessReach = 'all' | 'half' | 'editor' | 'none';

/** A member of the staff of the demo company. */
export interface StaffMember {
  /** Number NN of a demo account in embedded.md; other people have no password. */
  account?: number;
  name: readonly [first: string, last: string];
  gender: Gender;
  role: Role;
  status: UserStatus;
  position: string;
  company: number;
  levels: Readonly<Record<BuiltInSection, Level>>;
  reach: AccessReach;
  /** Names of the services that a performer handles. */
  services: readonly string[];
  /** Number of the portrait in `avatars/`; null = none. */
  avatar: number | null;
}

const NONE = Object.fromEntries(SECTIONS.map((section) => [section, 'denied'])) as Record<BuiltInSection, Level>;
const READ = Object.fromEntries(SECTIONS.map((section) => [section, 'read'])) as Record<BuiltInSection, Level>;
/** Everything that the employee form offers: chat has no level above "read and write" (EMP-40). */
const WRITE: Record<BuiltInSection, Level> = {
  ...(Object.fromEntries(SECTIONS.map((section) => [section, 'write'])) as Record<BuiltInSection, Level>),
  chats: 'read',
};

const createMember = (
  name: readonly [string, string],
  gender: Gender,
  position: string,
  levels: Partial<Record<BuiltInSection, Level>>,
  overrides: Partial<StaffMember> = {},
): StaffMember => ({
  name,
  gender,
  position,
  role: 'employee',
  status: 'active',
  company: COMPANY.head,
  levels: { ...NONE, ...levels },
  reach: 'all',
  services: [],
  avatar: null,
  ...overrides,
});

/** Staff in the order of their ids; the accounts of embedded.md come first, so that account NN has the id NN. */
export const STAFF: readonly StaffMember[] = [
  createMember(
    ['Анна', 'Лебедева'],
    'female',
    'Управляющая',
    { ...WRITE, tasks: 'performer' },
    {
      account: 1,
      role: 'admin',
      avatar: 2,
      services: ['Благоустройство'],
    },
  ),
  createMember(['Павел', 'Гордеев'], 'male', 'Главный инженер', WRITE, { account: 2, role: 'superuser', avatar: 9 }),
  createMember(
    ['Ольга', 'Трофимова'],
    'female',
    'Диспетчер',
    { news: 'read', tasks: 'write', residents: 'read', chats: 'read' },
    { account: 3, avatar: 3 },
  ),
  createMember(
    ['Игорь', 'Мельников'],
    'male',
    'Мастер',
    { tasks: 'performer', chats: 'read' },
    {
      account: 4,
      reach: 'half',
      services: ['Сантехника', 'Электрика'],
      avatar: 6,
    },
  ),
  createMember(
    ['Вера', 'Одинцова'],
    'female',
    'Редактор новостей',
    { news: 'write' },
    {
      account: 5,
      reach: 'editor',
      avatar: 7,
    },
  ),
  createMember(['Наталья', 'Серова'], 'female', 'Бухгалтер', READ, { account: 6, avatar: 4 }),
  createMember(
    ['Дмитрий', 'Осипов'],
    'male',
    'Слесарь',
    { news: 'read', tasks: 'read' },
    {
      account: 7,
      status: 'suspended',
      reach: 'half',
      avatar: 10,
    },
  ),
  // The resident among the accounts; no levels, only a flat.
  createMember(['Дарья', 'Калинина'], 'female', '', {}, { account: 8, role: 'resident', avatar: 11 }),
  createMember(
    ['Ринат', 'Сафин'],
    'male',
    'Мастер участка',
    { news: 'read', tasks: 'performer', chats: 'read' },
    {
      account: 9,
      status: 'created',
      company: COMPANY.north,
      reach: 'half',
      services: ['Домофон и ключи', 'Отделка'],
      avatar: 1,
    },
  ),
  createMember(['Глеб', 'Рябинин'], 'male', 'Стажёр', {}, { account: 10 }),
  createMember(
    ['Марина', 'Юсупова'],
    'female',
    'Консьерж',
    { news: 'read', residents: 'read', readings: 'write', chats: 'read' },
    {
      reach: 'half',
      avatar: 8,
    },
  ),
  createMember(
    ['Виктор', 'Ким'],
    'male',
    'Лифтёр',
    { tasks: 'performer', chats: 'read' },
    {
      company: COMPANY.lift,
      services: ['Лифты'],
      avatar: 10,
    },
  ),
  createMember(
    ['Карина', 'Дорохина'],
    'female',
    'Клининг',
    { tasks: 'performer', chats: 'read' },
    {
      company: COMPANY.north,
      services: ['Уборка', 'Благоустройство'],
      avatar: 7,
    },
  ),
  createMember(
    ['Елена', 'Князева'],
    'female',
    'Диспетчер',
    { ...READ, tasks: 'write', residents: 'write', employees: 'denied' },
    {
      reach: 'half',
    },
  ),
  createMember(
    ['Тимур', 'Алиев'],
    'male',
    'Электрик',
    { tasks: 'performer', chats: 'read' },
    {
      services: ['Электрика', 'Домофон и ключи'],
      avatar: 1,
    },
  ),
  createMember(
    ['Семён', 'Лыков'],
    'male',
    'Сантехник',
    { tasks: 'performer', chats: 'read' },
    {
      company: COMPANY.north,
      services: ['Сантехника', 'Отопление'],
      avatar: 5,
    },
  ),
  createMember(['Аркадий', 'Фомин'], 'male', 'Охранник', { news: 'read', cameras: 'read' }, { reach: 'half' }),
  createMember(
    ['Людмила', 'Ершова'],
    'female',
    'Паспортист',
    { news: 'read', residents: 'write', buildings: 'read' },
    {},
  ),
  createMember(
    ['Олег', 'Пименов'],
    'male',
    'Плотник',
    { tasks: 'performer' },
    {
      status: 'suspended',
      services: ['Отделка'],
    },
  ),
  createMember(
    ['Борис', 'Щукин'],
    'male',
    'Отделочник',
    { tasks: 'performer', chats: 'read' },
    {
      company: COMPANY.north,
      services: ['Отделка', 'Благоустройство'],
      avatar: 9,
    },
  ),
  createMember(['Роман', 'Беглов'], 'male', 'Слесарь', {}, { status: 'deleted', reach: 'none' }),
];

/** Password of every demo account (embedded.md). */
export const DEMO_PASSWORD = 'Demo2026!';

/** Phone of a demo account (embedded.md). */
export function accountPhone(account: number): string {
  return `+79000000${String(account).padStart(3, '0')}`;
}
