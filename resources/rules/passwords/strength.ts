import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/**
 * Passwords among the 100,000 most common ones of breaches (SecLists, `10-million-password-list-top-100000`, MIT) that
 * `isGoodPassword` accepts and that the library rates as strong. In lower case, as the library compares them.
 */
export const COMMONEST: readonly string[] =
  `!qaz1qaz 1directo 1qazzaq! 2348tyty 23wkoa0fp78dk 68iypneg6u 92k2cizcdp 9otr4pvs a58wtjuz4u b2rlkcjg
  bhrh0h2oof6xbqjeh boy4u2ownnyc cmxmyi9h czps5nyndwcksc dr342500 efwe5tgwa5twhgd ekx1x3k9bs eqes606898 erywgan5
  f64579820f fm2zxc49 gankutsuou1989 gjcklr2b h1y4dua229 h2tmc4g358 hd764nw5d7e1vbv idedevicep0t itachi1995 jglo4erz
  jhon@ta2011 jne990pq23 jwhw6n1742 krzysiek12 l0sk2e8s7a lk9slwgh3x lsk8v9sa ltm9z8xa n7dj3saa nemvxyheqdd5oqxyxyzi
  nessus09 nicrasow212 oap9uto293 p0oooo00 p9ujkuf36d paula13e polniypizdec1102 productid20f qazwsxedc12 red7stork
  rofemya3 s4xnhsdn sandy2562 seo21saafd23 setupenu2 shithea1 soso123bbb soso12eec sp1251dn st801nyl tamwsn3sja
  tk3281022 tojiik85521133 vef6g55frz vhpuulf2k vsavb7rtui yk66o2kzpz young3st yqra61b6 z123z123`.split(/\s+/);

/**
 * Why a password that `isGoodPassword` accepts is still refused. `common`: it is among the most common or breached ones, or
 * three million guesses find it. `context`: it contains a name, the company or the phone.
 */
export type PasswordWeakness = 'common' | 'context';

/** Data about the person that a password must not contain. */
export interface PasswordContext {
  first_name?: string | null;
  last_name?: string | null;
  company?: string | null;
  /** In any usual notation. */
  phone?: string | null;
  product?: string | null;
}

/**
 * Russian words in Latin letters that are common in passwords and missing in the library's list, which is based on breaches
 * worldwide and has only the most common ones (parol, privet, natasha, gfhjkm).
 */
const RUSSIAN =
  `zima vesna leto osen moskva piter peterburg rossiya russia novosibirsk ekaterinburg kazan samara omsk ufa perm
  voronezh volgograd krasnodar saratov tyumen sochi ural sibir kvartira podezd dom domofon ulica gorod dvor uprava upravdom
  solnyshko solnce lubimaya lubimiy lyubimaya lyubimyi lubov lyubov lubimka kotik kotenok zaika zaya malysh malyshka sobaka koshka
  medved volchara tigr orel krasotka krasavica princessa koroleva mama papa babushka dedushka sestra bratan semya deti dochka synok
  ponedelnik vtornik sreda chetverg pyatnica subbota voskresenie yanvar fevral mart aprel maj iyun iyul avgust sentyabr oktyabr
  noyabr dekabr parol dostup vhod sekret pustite rabota nachalnik direktor buhgalter dispetcher master inzhener sotrudnik otdel
  zenit spartak dinamo lokomotiv cska pobeda rodina schastie druzhba svoboda zdravstvuj spasibo pozhalujsta molodec udacha
  aleksandr alexander aleksej alexey andrej andrey anton artem boris vadim valentin vasilij viktor vitalij vladimir vyacheslav
  gennadij georgij grigorij denis dmitrij dmitriy evgenij evgeniy egor ivan igor ilya kirill konstantin leonid maksim mihail
  mikhail nikita nikolaj nikolay oleg pavel petr roman ruslan sergej sergey stanislav stepan timur fedor yurij yaroslav aleksandra
  alina alla anastasiya nastya anna anzhela valentina valeriya vera veronika viktoriya galina darya dasha diana ekaterina katya elena
  lena elizaveta zhanna zinaida inna irina ira kristina kseniya larisa lidiya lyudmila margarita marina mariya masha nadezhda
  nataliya natalya natasha nina oksana olga olya polina raisa svetlana sveta sofiya tamara tatyana tanya ulyana yuliya yulya yana`
    .split(/\s+/)
    .filter(Boolean);

/** Passwords that need fewer guesses are refused; the 100,000 most common ones need far fewer. */
const GUESSES_MIN = 3_000_000;
/** Number of characters that are rated, because the time grows faster than the length. */
const RATED_LENGTH = 24;

let library: ZxcvbnFactory | null = null;

/** Created lazily, because the dictionary takes about 50 ms and 10 MB. */
function getLibrary(): ZxcvbnFactory {
  library ??= new ZxcvbnFactory({
    dictionary: { ...dictionary, 'words-ru': RUSSIAN, commonest: [...COMMONEST] },
    graphs: adjacencyGraphs,
  });
  return library;
}

const SCHEMES = [
  'a b v g d e yo zh z i y k l m n o p r s t u f kh ts ch sh shch _ y _ e yu ya',
  'a b v g d e e zh z i i k l m n o p r s t u f h c ch sh sch _ y _ e iu ia',
  'a b v g d e jo zh z i j k l m n o p r s t u f x c ch sh shh _ y _ je ju ja',
  // Keys of the Russian layout as typed with the Latin layout; keys that give no letter are left out.
  'f _ d u l t _ _ p b q r k v y j g h c n e a _ w x i o _ s m _ _ z',
].map((scheme) => scheme.split(' ').map((sign) => (sign === '_' ? '' : sign)));
const CYRILLIC = 'абвгдеёжзийклмнопрстуфхцчшщъыьэюя';

/** Spellings of a word in Latin letters; names that end in «ия» also have a short form: Yulia. */
function transliterate(word: string): string[] {
  const fullSpellings = SCHEMES.map((scheme) =>
    [...word].map((letter) => (CYRILLIC.includes(letter) ? scheme[CYRILLIC.indexOf(letter)] : letter)).join(''),
  );
  return [...fullSpellings, ...fullSpellings.map((text) => text.replace(/i[iyj]a$/, 'ia'))];
}

/** Minimum length of a forbidden word; shorter ones occur in too many words. */
const WORD_MIN = 4;
const DIGITS_MIN = 6;

/** Words that are part of most company names. */
const COMMON_WORDS = new Set([
  'общество',
  'ограниченной',
  'ответственностью',
  'управляющая',
  'компания',
  'организация',
]);

/** Words that are forbidden in a person's password, in lower-case Latin letters. */
export function forbiddenWords({ first_name, last_name, company, product }: PasswordContext): string[] {
  const words = [first_name, last_name, company, product]
    .flatMap((text) => (text ?? '').toLowerCase().split(/[^a-zа-яё0-9]+/))
    .filter((word) => word.length >= WORD_MIN && !COMMON_WORDS.has(word));
  return [...new Set(words.flatMap(transliterate))].filter((word) => word.length >= WORD_MIN);
}

const LETTER_BY_LOOKALIKE: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '@': 'a',
  $: 's',
  '!': 'i',
};

function containsContext(password: string, context: PasswordContext): boolean {
  const lowerCase = password.toLowerCase();
  const plain = [...lowerCase].map((sign) => LETTER_BY_LOOKALIKE[sign] ?? sign).join('');
  if (forbiddenWords(context).some((word) => lowerCase.includes(word) || plain.includes(word))) return true;
  const phone = (context.phone ?? '').replace(/\D/g, '').slice(-10);
  const digitRuns = Array.from({ length: Math.max(0, phone.length - DIGITS_MIN + 1) }, (_, at) =>
    phone.slice(at, at + DIGITS_MIN),
  );
  return digitRuns.some((run) => password.includes(run));
}

/**
 * Why a password is too weak; null if it is not. For passwords that `isGoodPassword` accepts. The module is large, so the
 * console loads it when a password is typed.
 */
export function passwordWeakness(password: string, context: PasswordContext = {}): PasswordWeakness | null {
  if (containsContext(password, context)) return 'context';
  return getLibrary().check(password.slice(0, RATED_LENGTH)).guesses < GUESSES_MIN ? 'common' : null;
}

/** I18n key of each weakness. */
export const WEAKNESS_TEXTS = {
  common: 'validation.passwordCommon',
  context: 'validation.passwordContext',
} as const satisfies Record<PasswordWeakness, string>;
