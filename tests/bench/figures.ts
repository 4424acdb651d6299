/** One measured figure. */
export interface Figure {
  /** Name in the table. */
  name: string;
  value: number;
  unit: 'ms' | 's' | 'KB' | 'frames' | 'MB' | 'times' | 'a second';
  /** The goal; left out where there is none. */
  target?: number;
}

/** A measurement: it takes what it needs, measures and tidies up. */
export type Measurement = () => Promise<Figure[]>;

/** The value that half of the samples do not exceed. */
export function median(samples: readonly number[]): number {
  return percentile(samples, 50);
}

/** The value that `share` percent of the samples do not exceed. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * share) / 100))] ?? Number.NaN;
}

/** A number as the table shows it. */
export function shown({ value, unit }: Figure): string {
  const digits = unit === 'times' ? 100 : 10;
  return `${value >= 100 ? Math.round(value) : Math.round(value * digits) / digits} ${unit}`;
}

/** The figures as a Markdown table. */
export function table(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => {
    const target = figure.target === undefined ? '' : `<= ${shown({ ...figure, value: figure.target })}`;
    return `| ${figure.name} | ${shown(figure)} | ${target} |`;
  });
  return ['| what | measured | asked for |', '|---|---|---|', ...rows].join('\n');
}
