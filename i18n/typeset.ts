const NO_BREAK = '\u00a0';

/** «ул. Лесная», «пр-т Мира», «кв. 48», «под. 2», «м/м 7»: a shortened word belongs to what comes after it. */
const SHORTENED =
  /(?<![\p{L}.])((?:ул|пр|просп|пер|наб|пл|ш|мкр|г|д|корп|стр|кв|оф|пом|под|эт|ст)\.|б-р\.?|пр-т|пр-кт|м\/м) (?=[\p{L}\d«])/giu;
/** «№ 128». */
const NUMBERED = /№ (?=\S)/g;
/** «5 МБ», «12 октября»: a number and its unit. */
const MEASURED =
  /(\d) (?=(?:Б|КБ|МБ|ГБ|мин|ч|дн|с|м[²³]?|кВт·ч|Гкал|₽|руб|%|(?:янв|февр?|март?|апр|ма[йя]|июн|июл|авг|сент?|окт|нояб?|дек)[а-я]*)(?![\p{L}\d]))/gu;

/**
 * Puts no-break spaces where a line must not be broken. Everything the console shows goes through it: texts, filled in, by the
 * translation, addresses by `buildingLabel`. Files that are saved keep plain spaces (`src/data/export/csv.ts`).
 */
export function typeset(text: string): string {
  return text.replace(SHORTENED, `$1${NO_BREAK}`).replace(NUMBERED, `№${NO_BREAK}`).replace(MEASURED, `$1${NO_BREAK}`);
}

/** The same with plain spaces again, for what leaves the console. */
export function unset(text: string): string {
  return text.replaceAll(NO_BREAK, ' ');
}
