/**
 * The word forms of a section's records, from which titles, buttons and counts are made, so that an added section has correct
 * Russian texts like a built-in one.
 */
interface Words {
  /** 1: «камера» (nominative singular). */
  one: string;
  /** 2–4: «камеры» (genitive singular). */
  few: string;
  /** 5–20: «камер» (genitive plural). */
  many: string;
  /** Accusative singular: «камеру». */
  accusative: string;
  /** Grammatical gender, for «новая», «новый», «новое». */
  gender: 'f' | 'm' | 'n';
  /** Nominative plural, the section's title: «камеры». */
  plural: string;
  /** Name of the section if it is not the plural: «Новости» for announcements (SHELL-10). */
  title?: string | undefined;
}

/** Title of a section in the menu and on its page: «Камеры». */
export function sectionTitle(words: Pick<Words, 'plural' | 'title'>): string {
  return capitalise(words.title ?? words.plural);
}

const RULES = new Intl.PluralRules('ru');

/** The plural form for a number: 1 камера, 2 камеры, 5 камер, 21 камера (SHELL-13). */
export function getPluralForm(words: Pick<Words, 'one' | 'few' | 'many'>, count: number): string {
  const category = RULES.select(Math.abs(count));
  if (category === 'one') return words.one;
  return category === 'few' || category === 'other' ? words.few : words.many;
}

/** Capitalises the first letter. */
export function capitalise(text: string): string {
  return text.charAt(0).toLocaleUpperCase('ru') + text.slice(1);
}

const NEW = { f: 'новая', m: 'новый', n: 'новое' } as const satisfies Record<Words['gender'], string>;

/** Title of a create page: «Новая камера». */
export function createPageTitle(words: Words): string {
  return capitalise(`${NEW[words.gender]} ${words.one}`);
}
