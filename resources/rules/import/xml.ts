import { Parser } from 'saxen';
import { ImportFileError } from './problem.ts';
import type { YieldTurn } from './unzip.ts';

/** Callbacks for the tags and texts of a part of a workbook. Names come without their prefix: some programs write `x:row`. */
export interface XmlReader {
  /** @param attribute one with a prefix is found under another prefix as well: programs choose their own for relations */
  open(name: string, attribute: (name: string) => string | undefined): void;
  close(name: string): void;
  /** Characters between tags, with entities read. */
  text(text: string): void;
}

/** Characters parsed before others have their turn. */
const SLICE = 200_000;
/** Longest tag or text between two tags, characters: the parser keeps all of one that has not ended, and begins it anew with each slice. */
const PIECE_MOST = 4_000_000;

const local = (name: string) => name.slice(name.indexOf(':') + 1);

/** The attribute of a name with a prefix, whatever the prefix is. */
function underAnyPrefix(attributes: Readonly<Record<string, string>>, wanted: string): string | undefined {
  if (!wanted.includes(':')) return undefined;
  const key = Object.keys(attributes).find((name) => name.includes(':') && local(name) === local(wanted));
  return key === undefined ? undefined : attributes[key];
}

/** Goes through a document; an empty one is a part that a book does without. @throws ImportFileError tooHard; Error for what is no XML */
export async function readXml(document: string, reader: XmlReader, yieldTurn: YieldTurn): Promise<void> {
  if (document === '') return;
  const parser = new Parser();
  let read = 0;
  let pieceBegan = 0;
  const pieceEnded = () => {
    pieceBegan = read;
  };
  parser.on('openTag', (name, attributes, decode) => {
    let attributeTexts: Record<string, string> | undefined;
    pieceEnded();
    reader.open(local(name), (wanted) => {
      attributeTexts ??= attributes();
      const value = attributeTexts[wanted] ?? underAnyPrefix(attributeTexts, wanted);
      return value === undefined ? undefined : decode(value);
    });
  });
  parser.on('closeTag', (name) => {
    pieceEnded();
    reader.close(local(name));
  });
  parser.on('text', (text, decode) => reader.text(decode(text)));
  parser.on('cdata', (text) => reader.text(text));
  parser.on('error', (error) => {
    throw error;
  });
  for (; read < document.length; read += SLICE) {
    if (read - pieceBegan > PIECE_MOST) throw new ImportFileError('tooHard');
    parser.write(document.slice(read, read + SLICE));
    await yieldTurn();
  }
  parser.end();
}
