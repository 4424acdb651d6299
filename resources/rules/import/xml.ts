import { Parser } from 'saxen';
import { ImportFileError } from './problem.ts';
import type { YieldTurn } from './unzip.ts';

/** Callbacks for tags and texts of a workbook part. Names have no namespace prefix, because some programs write `x:row`. */
export interface XmlReader {
  /** @param attribute returns an attribute; a prefixed name also matches another prefix, because programs choose their own */
  open(name: string, attribute: (name: string) => string | undefined): void;
  close(name: string): void;
  /** Text between tags, with decoded entities. */
  text(text: string): void;
}

/** Number of characters parsed before yielding to the event loop. */
const SLICE = 200_000;
/**
 * Maximum length of a tag or of the text between two tags, characters; the parser buffers an unfinished one and parses it again
 * with each slice.
 */
const PIECE_LENGTH_MAX = 4_000_000;

const removePrefix = (name: string) => name.slice(name.indexOf(':') + 1);

/** Finds a prefixed attribute under any prefix. */
function findUnderAnyPrefix(attributes: Readonly<Record<string, string>>, attributeName: string): string | undefined {
  if (!attributeName.includes(':')) return undefined;
  const key = Object.keys(attributes).find(
    (name) => name.includes(':') && removePrefix(name) === removePrefix(attributeName),
  );
  return key === undefined ? undefined : attributes[key];
}

/**
 * Parses a document; an empty one is a missing optional part.
 * @throws ImportFileError tooHard; Error for invalid XML
 */
export async function readXml(document: string, reader: XmlReader, yieldTurn: YieldTurn): Promise<void> {
  if (document === '') return;
  const parser = new Parser();
  let position = 0;
  let pieceStart = 0;
  const endPiece = () => {
    pieceStart = position;
  };
  parser.on('openTag', (name, attributes, decode) => {
    let attributeTexts: Record<string, string> | undefined;
    endPiece();
    reader.open(removePrefix(name), (attributeName) => {
      attributeTexts ??= attributes();
      const value = attributeTexts[attributeName] ?? findUnderAnyPrefix(attributeTexts, attributeName);
      return value === undefined ? undefined : decode(value);
    });
  });
  parser.on('closeTag', (name) => {
    endPiece();
    reader.close(removePrefix(name));
  });
  parser.on('text', (text, decode) => reader.text(decode(text)));
  parser.on('cdata', (text) => reader.text(text));
  parser.on('error', (error) => {
    throw error;
  });
  for (; position < document.length; position += SLICE) {
    if (position - pieceStart > PIECE_LENGTH_MAX) throw new ImportFileError('tooHard');
    parser.write(document.slice(position, position + SLICE));
    await yieldTurn();
  }
  parser.end();
}
