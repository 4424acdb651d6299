/** Stands between the cells of a row in a file. */
const BETWEEN = '|';

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '|': '\\|', '\n': '\\n', '\r': '' };

/** One line of a file from the cells of a row: «Замена лампы | 2 | 300,00»; empty cells at the end are left out. */
export function rowText(cells: readonly string[]): string {
  const end = cells.findLastIndex((cell) => cell !== '') + 1;
  return cells
    .slice(0, end)
    .map((cell) => cell.replace(/[\\|\n\r]/g, (sign) => ESCAPES[sign] ?? sign))
    .join(` ${BETWEEN} `);
}

/** The cells of such a line. */
export function cellsOf(line: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let isEscaped = false;
  for (const sign of line) {
    if (isEscaped) cell += sign === 'n' ? '\n' : sign;
    else if (sign === BETWEEN) {
      cells.push(cell.trim());
      cell = '';
    } else if (sign !== '\\') cell += sign;
    isEscaped = !isEscaped && sign === '\\';
  }
  return [...cells, cell.trim()];
}
