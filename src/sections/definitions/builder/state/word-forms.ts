/** The word forms of a section as definitions have them. */
interface WordForms {
  one: string;
  few: string;
  many: string;
  accusative: string;
  gender: 'f' | 'm' | 'n';
  plural: string;
}

type Gender = WordForms['gender'];

/** Forms of a noun: one, few, many, accusative. */
interface Noun {
  gender: Gender;
  one: string;
  few: string;
  many: string;
  accusative?: string;
}

/** Plurals that no ending tells the forms of. */
const IRREGULAR: Readonly<Record<string, [gender: Gender, one: string, few: string, many: string]>> = {
  люди: ['m', 'человек', 'человека', 'человек'],
  дети: ['m', 'ребёнок', 'ребёнка', 'детей'],
  жильцы: ['m', 'жилец', 'жильца', 'жильцов'],
  ключи: ['m', 'ключ', 'ключа', 'ключей'],
  двери: ['f', 'дверь', 'двери', 'дверей'],
  лифты: ['m', 'лифт', 'лифта', 'лифтов'],
  замки: ['m', 'замок', 'замка', 'замков'],
  звонки: ['m', 'звонок', 'звонка', 'звонков'],
  участки: ['m', 'участок', 'участка', 'участков'],
  списки: ['m', 'список', 'списка', 'списков'],
  сроки: ['m', 'срок', 'срока', 'сроков'],
  домофоны: ['m', 'домофон', 'домофона', 'домофонов'],
  деревья: ['n', 'дерево', 'дерева', 'деревьев'],
  места: ['n', 'место', 'места', 'мест'],
  окна: ['n', 'окно', 'окна', 'окон'],
  письма: ['n', 'письмо', 'письма', 'писем'],
  дела: ['n', 'дело', 'дела', 'дел'],
  дни: ['m', 'день', 'дня', 'дней'],
  животные: ['n', 'животное', 'животного', 'животных'],
};

/** Masculine words whose plural ends in -а. */
const STRESSED =
  /(?:пропуск|адрес|дом|номер|договор|паспорт|счёт|счет|город|мастер|инспектор|трактор|катер|поезд|цех|корпус|сторож)а$/;
/** Feminine words whose plural ends in -ы after a consonant. */
const FEMININE =
  /(?:камер|работ|машин|квартир|комнат|услуг|норм|форм|схем|систем|проблем|жалоб|бригад|аренд|анкет|газет|карт|крыш|труб|смет|встреч|задач|групп|школ|ламп|шахт|цен|смен|тем|марк|справ|выплат|оплат|премь|зарплат|утрат|затрат|доставк|заявк|антенн|команд|проб|служб|тумб|витрин|корзин|ценн|причин|величин|колонн|котельн)[ыи]$/;
/** Masculine words whose plural ends in -ки: ящики, подрядчики, датчики. */
const MASCULINE_K = /(?:[нщч]ики|ики|яки|аки|уки|оки|пуски|иски|диски|банки|парки|танки|знаки|люки|блоки|крюки)$/;

const fleeting = (stem: string): string => {
  // «заявка», «заявок»: a vowel comes between the last two consonants; after a hiss or й it is е.
  const last = stem.at(-2) ?? '';
  if (/[аеёиоуыэюя]/.test(last)) return stem;
  if (/[йь]/.test(last)) return `${stem.slice(0, -2)}е${stem.at(-1)}`;
  return `${stem.slice(0, -1)}${/[жчшщц]/.test(last) ? 'е' : 'о'}${stem.at(-1)}`;
};

type Rule = [ending: RegExp, noun: (stem: string) => Noun];

/** By the ending of the plural, the first that fits; a stem is the word without the letters of its group. */
const RULES: readonly Rule[] = [
  [STRESSED, (word) => ({ gender: 'm', one: word.slice(0, -1), few: word, many: `${word.slice(0, -1)}ов` })],
  [FEMININE, (word) => feminine(word)],
  [/тели$/, (word) => soft(word, 'm', `${word.slice(0, -1)}ь`, `${word.slice(0, -1)}я`)],
  [/ости$/, (word) => soft(word, 'f', `${word.slice(0, -1)}ь`, word)],
  [
    /ии$/,
    (word) => ({
      gender: 'f',
      one: `${word.slice(0, -1)}я`,
      few: word,
      many: `${word.slice(0, -1)}й`,
      accusative: `${word.slice(0, -1)}ю`,
    }),
  ],
  [/ия$/, (word) => ({ gender: 'n', one: `${word.slice(0, -1)}е`, few: word, many: `${word.slice(0, -1)}й` })],
  [
    /[жчшщ]и$/,
    (word) => ({ gender: 'm', one: word.slice(0, -1), few: `${word.slice(0, -1)}а`, many: `${word.slice(0, -1)}ей` }),
  ],
  [
    MASCULINE_K,
    (word) => ({ gender: 'm', one: word.slice(0, -1), few: `${word.slice(0, -1)}а`, many: `${word.slice(0, -1)}ов` }),
  ],
  [/[кгх]и$/, (word) => feminine(word)],
  [
    /цы$/,
    (word) => ({
      gender: 'f',
      one: `${word.slice(0, -1)}а`,
      few: word,
      many: word.slice(0, -1),
      accusative: `${word.slice(0, -1)}у`,
    }),
  ],
  [
    /ы$/,
    (word) => ({ gender: 'm', one: word.slice(0, -1), few: `${word.slice(0, -1)}а`, many: `${word.slice(0, -1)}ов` }),
  ],
  [/ли$|ни$|ри$|ди$|ти$|си$|зи$|ви$|ми$|пи$|би$|фи$/, (word) => soft(word, 'f', `${word.slice(0, -1)}ь`, word)],
  [
    /аи$|еи$|ои$|уи$/,
    (word) => ({
      gender: 'm',
      one: `${word.slice(0, -1)}й`,
      few: `${word.slice(0, -1)}я`,
      many: `${word.slice(0, -1)}ев`,
    }),
  ],
  [/я$/, (word) => ({ gender: 'n', one: `${word.slice(0, -1)}е`, few: word, many: `${word.slice(0, -1)}ей` })],
  [/а$/, (word) => ({ gender: 'n', one: `${word.slice(0, -1)}о`, few: word, many: word.slice(0, -1) })],
];

function feminine(word: string): Noun {
  const stem = word.slice(0, -1);
  const many = /[бвгджзклмнпрстфхцчшщйь][кн]$/.test(stem) && stem.endsWith('к') ? fleeting(stem) : stem;
  return { gender: 'f', one: `${stem}а`, few: word, many, accusative: `${stem}у` };
}

const soft = (word: string, gender: Gender, one: string, few: string): Noun => ({
  gender,
  one,
  few,
  many: `${word.slice(0, -1)}ей`,
});

function nounOf(plural: string): Noun {
  const irregular = IRREGULAR[plural];
  if (irregular) {
    const [gender, one, few, many] = irregular;
    return { gender, one, few, many, ...(one.endsWith('а') ? { accusative: `${one.slice(0, -1)}у` } : {}) };
  }
  const rule = RULES.find(([ending]) => ending.test(plural));
  return rule ? rule[1](plural) : { gender: 'm', one: plural, few: plural, many: plural };
}

/** Masculine words for people: whom one sees is called as of whom there are two. */
const PEOPLE =
  /^(?:подрядчик|заказчик|поставщик|уборщик|сотрудник|работник|собственник|должник|охранник|посетител|жител|водител|получател|исполнител|заявител|нанимател|арендатор|инспектор|гост|курьер|мастер|жильц|сторож)/;

/** Adjectives before the noun: «гостевые», «рабочие». */
const ADJECTIVE = /[а-яё]{2}[ыи]е$/;
const SOFT_STEM = /[кгхжчшщ]$/;

function adjective(plural: string, gender: Gender) {
  const stem = plural.slice(0, -2);
  const isSoft = plural.endsWith('ие');
  const endings = {
    m: isSoft ? 'ий' : 'ый',
    f: isSoft && !SOFT_STEM.test(stem) ? 'яя' : 'ая',
    n: isSoft && !/[кгх]$/.test(stem) ? 'ее' : 'ое',
  };
  const one = `${stem}${/(?:ев|ов)$/.test(stem) && gender === 'm' && /(?:гостев|бытов|дворов|почтов)$/.test(stem) ? 'ой' : endings[gender]}`;
  const accusative = gender === 'f' ? `${stem}${endings.f === 'яя' ? 'юю' : 'ую'}` : one;
  const genitive = gender === 'f' ? accusative : `${stem}${isSoft ? 'его' : 'ого'}`;
  return { one, accusative, genitive, many: `${stem}${isSoft ? 'их' : 'ых'}` };
}

/** A word that is an adjective by its form: «кладовые», most often of the feminine gender. */
function adjectiveNoun(plural: string): Noun {
  const { one, many, accusative } = adjective(plural, 'f');
  return { gender: 'f', one, few: plural, many, accusative };
}

/**
 * Guesses the forms of what a section is called in the plural: «Пропуска» – «пропуск, пропуска, пропусков». Words after the noun
 * stay as they are: «акты подрядчиков».
 */
export function guessWords(title: string): WordForms {
  const words = title.trim().toLowerCase().split(/\s+/);
  const place = words.findIndex((word) => !ADJECTIVE.test(word) || word in IRREGULAR);
  const nounAt = place < 0 ? words.length - 1 : place;
  const noun = place < 0 ? adjectiveNoun(words[nounAt] ?? '') : nounOf(words[nounAt] ?? '');
  const adjectives = words.slice(0, nounAt).map((word) => adjective(word, noun.gender));
  const isPerson = PEOPLE.test(words[nounAt] ?? '');
  const tail = words.slice(nounAt + 1);
  const phrase = (head: readonly string[], word: string) => [...head, word, ...tail].join(' ');
  return {
    one: phrase(
      adjectives.map(({ one }) => one),
      noun.one,
    ),
    few: phrase(
      adjectives.map(({ many }) => many),
      noun.few,
    ),
    many: phrase(
      adjectives.map(({ many }) => many),
      noun.many,
    ),
    accusative: phrase(
      adjectives.map(({ accusative, genitive }) => (isPerson ? genitive : accusative)),
      noun.accusative ?? (isPerson ? noun.few : noun.one),
    ),
    gender: noun.gender,
    plural: words.join(' '),
  };
}
