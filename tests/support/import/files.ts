/** Windows-1251 by its own table, not by the product's: letters, «Ё», «№» and quotes. */
export function inWindows1251(text: string): Uint8Array {
  const other: Readonly<Record<string, number>> = {
    Ё: 0xa8,
    ё: 0xb8,
    '№': 0xb9,
    '«': 0xab,
    '»': 0xbb,
    '–': 0x96,
    '\u00a0': 0xa0,
  };
  return Uint8Array.from([...text], (letter) => {
    const code = letter.codePointAt(0) ?? 0;
    if (code < 0x80) return code;
    if (code >= 0x410 && code <= 0x44f) return code - 0x410 + 0xc0;
    const byte = other[letter];
    if (byte === undefined) throw new Error(`Windows-1251 of the tests lacks «${letter}»`);
    return byte;
  });
}

/** CP866: the letters of DOS stand in two places. */
export function inCp866(text: string): Uint8Array {
  return Uint8Array.from([...text], (letter) => {
    const code = letter.codePointAt(0) ?? 0;
    if (code < 0x80) return code;
    if (code >= 0x410 && code <= 0x43f) return code - 0x410 + 0x80;
    if (code >= 0x440 && code <= 0x44f) return code - 0x440 + 0xe0;
    if (letter === 'Ё') return 0xf0;
    if (letter === 'ё') return 0xf1;
    throw new Error(`CP866 of the tests lacks «${letter}»`);
  });
}

const KOI_SMALL = 'юабцдефгхийклмнопярстужвьызшэщчъ';

/** KOI8-R: letters in the order of the Latin ones they sound like. */
export function inKoi8(text: string): Uint8Array {
  return Uint8Array.from([...text], (letter) => {
    const code = letter.codePointAt(0) ?? 0;
    if (code < 0x80) return code;
    const small = KOI_SMALL.indexOf(letter);
    if (small >= 0) return 0xc0 + small;
    const great = KOI_SMALL.indexOf(letter.toLowerCase());
    if (great >= 0) return 0xe0 + great;
    throw new Error(`KOI8-R of the tests lacks «${letter}»`);
  });
}

/** UTF-16, little end first as Excel writes it, or the other. */
export function inUtf16(text: string, big = false, mark = true): Uint8Array {
  const bytes = Buffer.from(mark ? `\ufeff${text}` : text, 'utf16le');
  return big ? bytes.swap16() : bytes;
}

/** UTF-8 with the byte order mark or without. */
export function inUtf8(text: string, mark = false): Uint8Array {
  return Buffer.from(mark ? `\ufeff${text}` : text, 'utf8');
}

/** Numbers that are the same at every run. */
export function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
