/** Separator of cells in one line of a file. */
const SEPARATOR = '|';

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '|': '\\|', '\n': '\\n', '\r': '' };

/** Joins the cells of a row to one line of a file: «Замена лампы | 2 | 300,00»; trailing empty cells are left out. */
export function joinCells(cells: readonly string[]): string {
  const end = cells.findLastIndex((cell) => cell !== '') + 1;
  return cells
    .slice(0, end)
    .map((cell) => cell.replace(/[\\|\n\r]/g, (character) => ESCAPES[character] ?? character))
    .join(` ${SEPARATOR} `);
}

/** Splits such a line into cells. */
export function splitCells(line: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let isEscaped = false;
  for (const character of line) {
    if (isEscaped) cell += character === 'n' ? '\n' : character;
    else if (character === SEPARATOR) {
      cells.push(cell.trim());
      cell = '';
    } else if (character !== '\\') cell += character;
    isEscaped = !isEscaped && character === '\\';
  }
  return [...cells, cell.trim()];
}
