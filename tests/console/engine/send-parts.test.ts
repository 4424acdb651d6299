import { cutIntoParts, sendInParts } from '#console/engine/import/send-parts.ts';

test('rows are cut into parts of one call each, the last one as long as it comes', () => {
  expect(cutIntoParts([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
  expect(cutIntoParts([], 2)).toEqual([]);
});

test('parts go one after another, or so many at once as is said', async () => {
  for (const atOnce of [1, 2]) {
    let [running, most] = [0, 0];
    const answers: string[] = [];
    await sendInParts(['a', 'b', 'c', 'd'], {
      atOnce,
      send: async (part) => {
        running += 1;
        most = Math.max(most, running);
        await Promise.resolve();
        running -= 1;
        return part.toUpperCase();
      },
      onAnswer: (answer, part) => answers.push(`${part} ${answer}`),
    });
    expect(most).toBe(atOnce);
    expect(answers).toEqual(['a A', 'b B', 'c C', 'd D']);
  }
});

test('after a failure what is on its way is waited for, nothing more is sent, and the failure is thrown', async () => {
  const answers: string[] = [];
  const sent: string[] = [];
  const sending = sendInParts(['a', 'b', 'c', 'd'], {
    atOnce: 2,
    send: async (part) => {
      sent.push(part);
      if (part === 'a') throw new Error('refused');
      await new Promise((resolve) => setTimeout(resolve, 10));
      return part;
    },
    onAnswer: (answer) => answers.push(answer),
  });
  await expect(sending).rejects.toThrow('refused');
  expect([sent, answers]).toEqual([['a', 'b'], ['b']]);
});

test('a part is sent once more where its failure may pass, and no third time', async () => {
  for (const [failures, isThrough] of [
    [1, true],
    [2, false],
  ] as const) {
    let tries = 0;
    const sending = sendInParts(['a'], {
      isTransient: () => true,
      send: async () => {
        tries += 1;
        if (tries <= failures) throw new Error('no answer');
      },
      onAnswer: () => undefined,
    });
    await (isThrough ? sending : expect(sending).rejects.toThrow('no answer'));
    expect(tries).toBe(2);
  }
});
