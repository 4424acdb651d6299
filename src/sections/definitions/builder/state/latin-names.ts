/** Latin letters that a Russian one is written by in names. */
const LETTERS: Readonly<Record<string, string>> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ё: 'e',
  ж: 'zh',
  з: 'z',
  и: 'i',
  й: 'y',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'kh',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'shch',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'yu',
  я: 'ya',
};

/** Words of a text in Latin letters and digits. */
function latinWords(text: string): string[] {
  const latin = [...text.toLowerCase()].map((letter) => LETTERS[letter] ?? letter).join('');
  return latin.match(/[a-z0-9]+/g) ?? [];
}

/** The name with a number behind it, where it is taken. */
function unique(name: string, isTaken: (name: string) => boolean, joint: string): string {
  for (let number = 2, one = name; ; number += 1) {
    if (!isTaken(one)) return one;
    one = `${name}${joint}${number}`;
  }
}

const begun = (name: string, first: string): string => (/^[a-z]/.test(name) ? name : `${first}${name}`);

/** The name of a field by its label: «Дата выдачи» is `dataVydachi`. @param taken names of other fields */
export function fieldNameFor(label: string, isTaken: (name: string) => boolean): string {
  const [first = '', ...rest] = latinWords(label);
  const camel = [first, ...rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join('');
  return unique(begun(camel.slice(0, 40), 'field'), isTaken, '');
}

/** The name of a section or of a choice: «Пропуска гостей» is `propuska-gostey`. */
export function sectionNameFor(title: string, isTaken: (name: string) => boolean, most = 36): string {
  const name = latinWords(title).join('-').slice(0, most).replace(/-$/, '');
  return unique(begun(name, 'section'), isTaken, '-');
}
