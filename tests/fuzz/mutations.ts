import fc from 'fast-check';

/** Numbers at which lengths and sizes overflow. */
const EDGES = [0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff];

/** Texts that mean something to one of the readers. */
const WORDS = [
  '"',
  ';',
  '\n',
  '\u0000',
  '<',
  '<!--',
  '-->',
  '&',
  '[',
  '{',
  '}',
  '%22',
  '..',
  '/',
  '\ufeff',
  'sep=;',
  'e+99',
  '0',
];

type Mutation = (bytes: Buffer) => Buffer;

/** Places are given as parts of the length, so that a mutation fits whatever was done before it. */
const place = fc.double({ min: 0, max: 1, noNaN: true });
const at = (bytes: Buffer, part: number) => Math.floor(part * Math.max(0, bytes.length - 1));
const splice = (bytes: Buffer, from: number, drop: number, put: Uint8Array) =>
  Buffer.concat([bytes.subarray(0, from), put, bytes.subarray(from + drop)]);

const flip = fc.tuple(place, fc.nat(7)).map(
  ([part, bit]): Mutation =>
    (bytes) => {
      const changed = Buffer.from(bytes);
      const where = at(bytes, part);
      if (changed.length) changed[where] = (changed[where] ?? 0) ^ (1 << bit);
      return changed;
    },
);
const overwrite = fc.tuple(place, fc.constantFrom(...EDGES), fc.boolean()).map(
  ([part, edge, isBig]): Mutation =>
    (bytes) => {
      if (bytes.length < 4) return bytes;
      const changed = Buffer.from(bytes);
      const where = Math.min(at(bytes, part), bytes.length - 4);
      if (isBig) changed.writeUInt32BE(edge, where);
      else changed.writeUInt32LE(edge, where);
      return changed;
    },
);
const cut = fc.tuple(place, place).map(
  ([part, length]): Mutation =>
    (bytes) => {
      const from = at(bytes, part);
      return splice(bytes, from, Math.ceil(length * length * (bytes.length - from)), Buffer.alloc(0));
    },
);
const copy = fc.tuple(place, place, fc.integer({ min: 1, max: 64 })).map(
  ([part, length, times]): Mutation =>
    (bytes) => {
      const from = at(bytes, part);
      const piece = bytes.subarray(from, from + Math.ceil(length * 256));
      return splice(bytes, from, 0, Buffer.concat(Array.from({ length: times }, () => piece)));
    },
);
const insert = fc.tuple(place, fc.uint8Array({ maxLength: 16 })).map(
  ([part, put]): Mutation =>
    (bytes) =>
      splice(bytes, at(bytes, part), 0, put),
);
const word = fc.tuple(place, fc.constantFrom(...WORDS), fc.constantFrom(1, 2, 100, 20_000)).map(
  ([part, text, times]): Mutation =>
    (bytes) =>
      splice(bytes, at(bytes, part), 0, Buffer.from(text.repeat(times))),
);

/** A few changes of a file, one after the other. */
export const mutations: fc.Arbitrary<Mutation> = fc
  .array(fc.oneof(flip, overwrite, cut, copy, insert, word), { minLength: 1, maxLength: 3 })
  .map((changes) => (bytes) => changes.reduce((changed, change) => change(changed), bytes));
