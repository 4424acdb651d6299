import { readFile } from 'node:fs/promises';

/** One FROM of the Dockerfile with the instructions below it. */
export interface DockerStage {
  name: string;
  lines: { word: string; rest: string }[];
}

/** Instructions of the Dockerfile by stage, continued lines joined. A line with another instruction fails the test. */
export async function dockerStages(): Promise<DockerStage[]> {
  const text = (await readFile(new URL('../../../Dockerfile', import.meta.url), 'utf8'))
    .replace(/\\\n\s*/g, '')
    .replace(/^#.*\n/gm, '');
  const lines = text.split('\n').filter(Boolean);
  const found: DockerStage[] = [];
  for (const line of lines) {
    const [, word = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    if (word === 'FROM') found.push({ name: / AS (\w+)$/.exec(rest)?.[1] ?? '', lines: [] });
    else found.at(-1)?.lines.push({ word, rest });
    expect([line, /^(FROM|WORKDIR|COPY|RUN|ENV|VOLUME|USER|EXPOSE|HEALTHCHECK|CMD)$/.test(word)]).toEqual([line, true]);
  }
  return found;
}
