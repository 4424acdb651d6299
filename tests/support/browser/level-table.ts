import { LEVELS, type Level, SECTIONS } from '#resources/language/access.ts';

/** Sections of the product. */
export type Section = (typeof SECTIONS)[number];

/**
 * The levels that somebody is led through. Six sections pass through `denied`, `read` and `write` each in an order of its own,
 * so that no two of them ever go together and a control that follows another section than its own says or does something else.
 * Announcements and the chat have two levels; there are performers of requests alone.
 */
const TABLE: Readonly<Record<string, Readonly<Record<Section, Level>>>> = {
  closed: row('read', 'denied', 'denied', 'denied', 'denied', 'denied', 'denied', 'denied'),
  first: row('write', 'denied', 'denied', 'denied', 'read', 'read', 'write', 'write'),
  second: row('read', 'read', 'read', 'write', 'denied', 'write', 'denied', 'read'),
  third: row('read', 'write', 'read', 'read', 'write', 'denied', 'read', 'denied'),
  performer: row('read', 'performer', 'read', 'denied', 'denied', 'denied', 'denied', 'denied'),
};

/** One level for each section, in the order that the answer of the server has. */
function row(...levels: readonly [Level, Level, Level, Level, Level, Level, Level, Level]): Record<Section, Level> {
  return Object.fromEntries(SECTIONS.map((section, at) => [section, levels[at]])) as Record<Section, Level>;
}

/** The steps in order: everything closed, each section at each level, a performer. */
export const STEPS: readonly string[] = Object.keys(TABLE);
export type Step = string;

/** The levels of a step. */
export const levelsAt = (step: Step): Readonly<Record<Section, Level>> => TABLE[step] as Record<Section, Level>;

/** The names in refusals of a section and of the right to change it, written down by hand (PERM-26). */
const WORDS: Readonly<Record<Section, readonly [title: string, right: string]>> = {
  news: ['Новости', 'создание и редактирование'],
  tasks: ['Заявки', 'создание и редактирование'],
  chats: ['Общение', 'чтение и ответы'],
  residents: ['Резиденты', 'добавление и редактирование'],
  readings: ['Показания', 'добавление и редактирование'],
  cameras: ['Камеры', 'добавление и редактирование'],
  employees: ['Сотрудники', 'добавление и редактирование'],
  buildings: ['Объекты', 'добавление и редактирование'],
};
/** The sentence about a level at which changing is not allowed. */
const ALLOWED: Readonly<Record<string, string>> = {
  denied: 'Раздел для вас закрыт',
  read: 'Вам доступен просмотр',
};

/** Whether a level lets somebody change a section; to chat is to change (PERM-19). */
export const changes = (section: Section, level: Level): boolean =>
  level === 'write' || level === 'performer' || (section === 'chats' && level === 'read');

/**
 * The refusal that a control of a section shows at a level of that section.
 * @param see whether seeing the section is enough for it
 * @returns why it is greyed, '' where it is not
 */
export function reasonAt(section: Section, level: Level, see = false): string {
  if (see ? level !== 'denied' : changes(section, level)) return '';
  const [title, right] = WORDS[section];
  return `Нет права «${title}: ${see ? 'просмотр' : right}». ${ALLOWED[level] ?? ''}`;
}

/** The menu in order, each entry with the sections that it goes away with. */
const MENU: readonly (readonly [label: string, ...sections: Section[]])[] = [
  ['Дежурство', 'tasks', 'chats'],
  ['Новости'],
  ['Заявки', 'tasks'],
  ['Общение', 'chats'],
  ['Резиденты', 'residents'],
  ['Показания', 'readings'],
  ['Камеры', 'cameras'],
  ['Настройки'],
];

/** The entries of the menu at these levels, in order. */
export const menuAt = (levels: Readonly<Record<Section, Level>>): string[] =>
  MENU.filter(([, ...sections]) => !sections.length || sections.some((section) => levels[section] !== 'denied')).map(
    ([label]) => label,
  );

/** Whether every section passes through every level that it has, and no two go together: what the table is for. */
export function tableTells(): boolean {
  const levelsOf = (section: Section) => STEPS.slice(1, 4).map((step) => levelsAt(step)[section]);
  const six = SECTIONS.filter((section) => section !== 'news' && section !== 'chats');
  const every = six.every((section) => LEVELS.slice(0, 3).every((level) => levelsOf(section).includes(level)));
  return every && new Set(six.map((section) => levelsOf(section).join())).size === six.length;
}
