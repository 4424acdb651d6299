/** Transliteration of Russian letters in names. */
const TRANSLITERATION: Readonly<Record<string, string>> = {
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

/** Words of a text, transliterated to lower-case Latin letters and digits. */
function latinWords(text: string): string[] {
  const transliterated = [...text.toLowerCase()].map((letter) => TRANSLITERATION[letter] ?? letter).join('');
  return transliterated.match(/[a-z0-9]+/g) ?? [];
}

/** Appends a number from 2 to a name that is taken. */
function makeUnique(name: string, isTaken: (name: string) => boolean, separator: string): string {
  for (let number = 2, one = name; ; number += 1) {
    if (!isTaken(one)) return one;
    one = `${name}${separator}${number}`;
  }
}

const startWithLetter = (name: string, first: string): string => (/^[a-z]/.test(name) ? name : `${first}${name}`);

/** Makes the name of a field from its label: «Дата выдачи» becomes `dataVydachi`. */
export function fieldNameFor(label: string, isTaken: (name: string) => boolean): string {
  const [first = '', ...rest] = latinWords(label);
  const camel = [first, ...rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join('');
  return makeUnique(startWithLetter(camel.slice(0, 40), 'field'), isTaken, '');
}

/** Makes the name of a section or an option from its title: «Пропуска гостей» becomes `propuska-gostey`. */
export function sectionNameFor(title: string, isTaken: (name: string) => boolean, maxLength = 36): string {
  const name = latinWords(title).join('-').slice(0, maxLength).replace(/-$/, '');
  return makeUnique(startWithLetter(name, 'section'), isTaken, '-');
}
