/** Word forms of a section, as in definitions. */
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

/** Plurals whose forms cannot be derived from the ending. */
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
const MASCULINE_A =
  /(?:пропуск|адрес|дом|номер|договор|паспорт|счёт|счет|город|мастер|инспектор|трактор|катер|поезд|цех|корпус|сторож)а$/;
/** Feminine words whose plural ends in -ы after a consonant. */
const FEMININE =
  /(?:камер|работ|машин|квартир|комнат|услуг|норм|форм|схем|систем|проблем|жалоб|бригад|аренд|анкет|газет|карт|крыш|труб|смет|встреч|задач|групп|школ|ламп|шахт|цен|смен|тем|марк|справ|выплат|оплат|премь|зарплат|утрат|затрат|доставк|заявк|антенн|команд|проб|служб|тумб|витрин|корзин|ценн|причин|величин|колонн|котельн)[ыи]$/;
/** Masculine words whose plural ends in -ки: ящики, подрядчики, датчики. */
const MASCULINE_K = /(?:[нщч]ики|ики|яки|аки|уки|оки|пуски|иски|диски|банки|парки|танки|знаки|люки|блоки|крюки)$/;

const withInsertedVowel = (stem: string): string => {
  // «заявка», «заявок»: a vowel is inserted between the last two consonants; it is е after a sibilant or й.
  const last = stem.at(-2) ?? '';
  if (/[аеёиоуыэюя]/.test(last)) return stem;
  if (/[йь]/.test(last)) return `${stem.slice(0, -2)}е${stem.at(-1)}`;
  return `${stem.slice(0, -1)}${/[жчшщц]/.test(last) ? 'е' : 'о'}${stem.at(-1)}`;
};

type Rule = [ending: RegExp, noun: (stem: string) => Noun];

/** Rules by the ending of the plural; the first match applies. */
const RULES: readonly Rule[] = [
  [MASCULINE_A, (word) => ({ gender: 'm', one: word.slice(0, -1), few: word, many: `${word.slice(0, -1)}ов` })],
  [FEMININE, (word) => feminine(word)],
  [/тели$/, (word) => softNoun(word, 'm', `${word.slice(0, -1)}ь`, `${word.slice(0, -1)}я`)],
  [/ости$/, (word) => softNoun(word, 'f', `${word.slice(0, -1)}ь`, word)],
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
  [/ли$|ни$|ри$|ди$|ти$|си$|зи$|ви$|ми$|пи$|би$|фи$/, (word) => softNoun(word, 'f', `${word.slice(0, -1)}ь`, word)],
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
  const many = /[бвгджзклмнпрстфхцчшщйь][кн]$/.test(stem) && stem.endsWith('к') ? withInsertedVowel(stem) : stem;
  return { gender: 'f', one: `${stem}а`, few: word, many, accusative: `${stem}у` };
}

const softNoun = (word: string, gender: Gender, one: string, few: string): Noun => ({
  gender,
  one,
  few,
  many: `${word.slice(0, -1)}ей`,
});

function guessNoun(plural: string): Noun {
  const irregular = IRREGULAR[plural];
  if (irregular) {
    const [gender, one, few, many] = irregular;
    return { gender, one, few, many, ...(one.endsWith('а') ? { accusative: `${one.slice(0, -1)}у` } : {}) };
  }
  const rule = RULES.find(([ending]) => ending.test(plural));
  return rule ? rule[1](plural) : { gender: 'm', one: plural, few: plural, many: plural };
}

/** Masculine nouns for people, whose accusative is the genitive (form `few`). */
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

/** Forms of a noun with adjective endings, «кладовые»; assumed to be feminine, as most are. */
function adjectiveNoun(plural: string): Noun {
  const { one, many, accusative } = adjective(plural, 'f');
  return { gender: 'f', one, few: plural, many, accusative };
}

/**
 * Guesses the word forms of a section from its plural title: «Пропуска» – «пропуск, пропуска, пропусков». Words after the noun
 * are not inflected: «акты подрядчиков».
 */
export function guessWords(title: string): WordForms {
  const words = title.trim().toLowerCase().split(/\s+/);
  const nounIndex = words.findIndex((word) => !ADJECTIVE.test(word) || word in IRREGULAR);
  const nounAt = nounIndex < 0 ? words.length - 1 : nounIndex;
  const noun = nounIndex < 0 ? adjectiveNoun(words[nounAt] ?? '') : guessNoun(words[nounAt] ?? '');
  const adjectives = words.slice(0, nounAt).map((word) => adjective(word, noun.gender));
  const isPerson = PEOPLE.test(words[nounAt] ?? '');
  const wordsAfterNoun = words.slice(nounAt + 1);
  const phrase = (head: readonly string[], word: string) => [...head, word, ...wordsAfterNoun].join(' ');
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
