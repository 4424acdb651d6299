import { createZip } from './archive.ts';
import type { DrawnImage } from './pictures.ts';

const escapeXml = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
const xml = (body: string) => Buffer.from(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${body}`);
const OFFICE = 'http://schemas.openxmlformats.org';
const relation = (type: string, target: string) =>
  `<Relationship Id="r1" Type="${OFFICE}/officeDocument/2006/relationships/${type}" Target="${target}"/>`;
const relations = (list: string) =>
  xml(`<Relationships xmlns="${OFFICE}/package/2006/relationships">${list}</Relationships>`);
const contentTypes = (partName: string, type: string, extraTypes = '') =>
  xml(
    `<Types xmlns="${OFFICE}/package/2006/content-types">` +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      '<Default Extension="xml" ContentType="application/xml"/>' +
      `<Override PartName="${partName}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/>${extraTypes}</Types>`,
  );

/** Creates a spreadsheet (.xlsx) with one sheet; numbers stay numbers. */
export function createSpreadsheet(sheet: string, rows: readonly (readonly (string | number)[])[]): Buffer {
  const cell = (value: string | number) =>
    typeof value === 'number' ? `<c><v>${value}</v></c>` : `<c t="inlineStr"><is><t>${escapeXml(value)}</t></is></c>`;
  const body = rows.map((row) => `<row>${row.map(cell).join('')}</row>`).join('');
  const main = `${OFFICE}/spreadsheetml/2006/main`;
  const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml';
  return createZip([
    {
      name: '[Content_Types].xml',
      bytes: contentTypes(
        '/xl/workbook.xml',
        'spreadsheetml.sheet.main',
        `<Override PartName="/xl/sheet.xml" ContentType="${sheetType}"/>`,
      ),
    },
    { name: '_rels/.rels', bytes: relations(relation('officeDocument', 'xl/workbook.xml')) },
    {
      name: 'xl/workbook.xml',
      bytes: xml(
        `<workbook xmlns="${main}" xmlns:r="${OFFICE}/officeDocument/2006/relationships">` +
          `<sheets><sheet name="${escapeXml(sheet)}" sheetId="1" r:id="r1"/></sheets></workbook>`,
      ),
    },
    { name: 'xl/_rels/workbook.xml.rels', bytes: relations(relation('worksheet', 'sheet.xml')) },
    { name: 'xl/sheet.xml', bytes: xml(`<worksheet xmlns="${main}"><sheetData>${body}</sheetData></worksheet>`) },
  ]);
}

/** Creates a text document (.docx) of plain paragraphs. */
export function createLetter(paragraphs: readonly string[]): Buffer {
  const body = paragraphs
    .map((text) => `<w:p><w:r><w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r></w:p>`)
    .join('');
  return createZip([
    { name: '[Content_Types].xml', bytes: contentTypes('/word/document.xml', 'wordprocessingml.document.main') },
    { name: '_rels/.rels', bytes: relations(relation('officeDocument', 'word/document.xml')) },
    {
      name: 'word/document.xml',
      bytes: xml(`<w:document xmlns:w="${OFFICE}/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`),
    },
  ]);
}

/** Creates a scan (.pdf): one A4 page with a picture. */
export function createScan({ bytes, width, height }: DrawnImage): Buffer {
  const page = { width: 842, height: 595 };
  const scale = Math.min(page.width / width, page.height / height);
  const [w, h] = [Math.round(width * scale), Math.round(height * scale)];
  const drawing = `q ${w} 0 0 ${h} ${Math.round((page.width - w) / 2)} ${Math.round((page.height - h) / 2)} cm /P Do Q`;
  const objects: Buffer[] = [
    Buffer.from('<</Type/Catalog/Pages 2 0 R>>'),
    Buffer.from('<</Type/Pages/Kids[3 0 R]/Count 1>>'),
    Buffer.from(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${page.width} ${page.height}]` +
        '/Resources<</XObject<</P 4 0 R>>>>/Contents 5 0 R>>',
    ),
    Buffer.concat([
      Buffer.from(
        `<</Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceRGB/BitsPerComponent 8` +
          `/Filter/DCTDecode/Length ${bytes.length}>>stream\n`,
      ),
      bytes,
      Buffer.from('\nendstream'),
    ]),
    Buffer.from(`<</Length ${drawing.length}>>stream\n${drawing}\nendstream`),
  ];
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')];
  const offsets: number[] = [];
  let offset = 9;
  for (const [index, object] of objects.entries()) {
    const chunk = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    offsets.push(offset);
    offset += chunk.length;
    parts.push(chunk);
  }
  const table = offsets.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}` +
        `trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${offset}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}
