import { strToU8, type Zippable, zipSync } from 'fflate';

/** A cell of a made-up workbook: text, a number with the number of its style, or a text that stands in the cell itself. */
export type WorkbookCell = string | { number: number | string; style?: number } | { inline: string } | null;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const letter = (column: number) => String.fromCharCode(65 + column);

/** How programs part over a workbook. */
export interface WorkbookOptions {
  /** Styles of cells by number: format codes; 0 is «General». */
  formats?: readonly string[];
  /** Prefix of every tag, as some programs write it: `x:`. */
  prefix?: string;
  /** Empty rows above. */
  above?: number;
  /** Files besides. */
  files?: Zippable;
}

/** A workbook with one sheet, as Excel writes it. */
export function workbook(rows: readonly (readonly WorkbookCell[])[], options: WorkbookOptions = {}): Uint8Array {
  const { formats = [], prefix: x = '', above = 0, files = {} } = options;
  const strings: string[] = [];
  const cellOf = (cell: WorkbookCell, column: number, row: number): string => {
    if (cell === null) return '';
    const at = `r="${letter(column)}${row}"`;
    if (typeof cell === 'string') {
      strings.push(cell);
      return `<${x}c ${at} t="s"><${x}v>${strings.length - 1}</${x}v></${x}c>`;
    }
    if ('inline' in cell)
      return `<${x}c ${at} t="inlineStr"><${x}is><${x}t>${escaped(cell.inline)}</${x}t></${x}is></${x}c>`;
    return `<${x}c ${at} s="${cell.style ?? 0}"><${x}v>${cell.number}</${x}v></${x}c>`;
  };
  const body = rows
    .map((cells, index) => {
      const row = index + 1 + above;
      return `<${x}row r="${row}">${cells.map((cell, column) => cellOf(cell, column, row)).join('')}</${x}row>`;
    })
    .join('');
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const ns = x ? `xmlns:x="${main}"` : `xmlns="${main}"`;
  const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
  const xml = (text: string) => strToU8(`${head}${text}`);
  const fmts = formats.map(
    (code, at) => `<${x}numFmt numFmtId="${164 + at}" formatCode="${escaped(code).replaceAll('"', '&quot;')}"/>`,
  );
  const xfs = ['<xf numFmtId="0"/>', ...formats.map((_, at) => `<xf numFmtId="${164 + at}"/>`)].join('');
  return zipSync({
    '[Content_Types].xml': xml('<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'),
    'xl/workbook.xml': xml(
      `<${x}workbook ${ns} xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><${x}sheets>` +
        `<${x}sheet name="Скрытый" sheetId="1" state="hidden" r:id="rId9"/><${x}sheet name="Лист1" sheetId="2" r:id="rId1"/></${x}sheets></${x}workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': xml(
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">' +
        '<Relationship Id="rId1" Type="worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId9" Type="worksheet" Target="worksheets/sheet9.xml"/></Relationships>',
    ),
    'xl/styles.xml': xml(
      `<${x}styleSheet ${ns}><${x}numFmts>${fmts.join('')}</${x}numFmts><${x}cellStyleXfs><xf numFmtId="14"/></${x}cellStyleXfs><${x}cellXfs>${xfs}</${x}cellXfs></${x}styleSheet>`,
    ),
    'xl/worksheets/sheet1.xml': xml(`<${x}worksheet ${ns}><${x}sheetData>${body}</${x}sheetData></${x}worksheet>`),
    'xl/sharedStrings.xml': xml(
      `<${x}sst ${ns}>${strings.map((text) => `<${x}si><${x}t xml:space="preserve">${escaped(text)}</${x}t></${x}si>`).join('')}</${x}sst>`,
    ),
    ...files,
  });
}

/** A workbook whose sheet comes to so many bytes unpacked and to next to nothing packed. */
export function bomb(bytes: number): Uint8Array {
  return workbook([], { files: { 'xl/worksheets/sheet1.xml': [new Uint8Array(bytes).fill(0x20), { level: 9 }] } });
}

/** The same archive, saying of every file in it that it is this long unpacked. */
export function claiming(archive: Uint8Array, size: number): Uint8Array {
  const bytes = archive.slice();
  const view = new DataView(bytes.buffer);
  for (let at = 0; at + 30 < bytes.length; at += 1) {
    const mark = view.getUint32(at, true);
    if (mark === 0x04034b50) view.setUint32(at + 22, size, true);
    if (mark === 0x02014b50) view.setUint32(at + 24, size, true);
  }
  return bytes;
}

/** The same archive with every size and address of its directory in the field for long ones (zip64), and with a long end. */
export function inLongArchive(archive: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(archive);
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  const begin = bytes.readUInt32LE(end + 16);
  const files: Buffer[] = [];
  for (let at = begin; at < end; ) {
    const [name, extra, comment] = [28, 30, 32].map((place) => bytes.readUInt16LE(at + place)) as [
      number,
      number,
      number,
    ];
    const head = Buffer.from(bytes.subarray(at, at + 46 + name));
    const long = Buffer.alloc(28);
    long.writeUInt16LE(1, 0);
    long.writeUInt16LE(24, 2);
    for (const [index, place] of [24, 20, 42].entries()) {
      long.writeBigUInt64LE(BigInt(head.readUInt32LE(place)), 4 + index * 8);
      head.writeUInt32LE(0xffffffff, place);
    }
    head.writeUInt16LE(28, 30);
    head.writeUInt16LE(0, 32);
    files.push(head, long);
    at += 46 + name + extra + comment;
  }
  const longEnd = Buffer.alloc(56);
  longEnd.writeUInt32LE(0x06064b50, 0);
  longEnd.writeBigUInt64LE(BigInt(begin), 48);
  const longEndAt = Buffer.alloc(20);
  longEndAt.writeUInt32LE(0x07064b50, 0);
  longEndAt.writeBigUInt64LE(BigInt(begin + Buffer.concat(files).length), 8);
  const shortEnd = Buffer.from(bytes.subarray(end));
  shortEnd.writeUInt32LE(0xffffffff, 16);
  return new Uint8Array(Buffer.concat([bytes.subarray(0, begin), ...files, longEnd, longEndAt, shortEnd]));
}
