import { Parser } from 'saxen';
import type { Breathe } from './unzip.ts';

/** What reads a part of a workbook. Names come without their prefix: some programs write `x:row`. */
export interface XmlReader {
  open(name: string, attribute: (name: string) => string | undefined): void;
  close(name: string): void;
  /** Characters between tags, with entities read. */
  text(text: string): void;
}

/** Characters parsed before others have their turn. */
const SLICE = 200_000;

const local = (name: string) => name.slice(name.indexOf(':') + 1);

/** Goes through a document; an empty one is a part that a book does without. @throws Error for what is no XML */
export async function readXml(document: string, reader: XmlReader, breathe: Breathe): Promise<void> {
  if (document === '') return;
  const parser = new Parser();
  parser.on('openTag', (name, attributes, decode) => {
    let read: Record<string, string> | undefined;
    reader.open(local(name), (wanted) => {
      read ??= attributes();
      const value = read[wanted];
      return value === undefined ? undefined : decode(value);
    });
  });
  parser.on('closeTag', (name) => reader.close(local(name)));
  parser.on('text', (text, decode) => reader.text(decode(text)));
  parser.on('cdata', (text) => reader.text(text));
  parser.on('error', (error) => {
    throw error;
  });
  for (let from = 0; from < document.length; from += SLICE) {
    parser.write(document.slice(from, from + SLICE));
    await breathe();
  }
  parser.end();
}
