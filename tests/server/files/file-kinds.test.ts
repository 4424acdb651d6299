import { FILE_GROUPS, fileGroup } from '#resources/file-types.ts';
import { completeDefinition } from '#resources/language/complete-definition.ts';
import { fieldRule } from '#resources/language/payload.ts';
import { news } from '#resources/sections/news.ts';
import { acceptedType } from '#server/files/sniff.ts';
import { DOCUMENTS, picture } from '#tests/support/server/files.ts';

describe('the kinds of files', () => {
  const documents = new Map(Object.entries(DOCUMENTS).map(([name, make]) => [name.split('.').at(-1) ?? '', make]));

  test.each(FILE_GROUPS.image)('ATT-09, ATT-11: a picture named .%s is taken by console and server', async (ending) => {
    const name = `двор.${ending.toUpperCase()}`;
    expect(fileGroup(name)).toBe('image');
    expect(await acceptedType(await picture('png'), name)).toBe('image/png');
  });

  test.each(
    Object.values(FILE_GROUPS)
      .flat()
      .filter((ending) => fileGroup(`.${ending}`) !== 'image'),
  )('ATT-09: a document named .%s is taken by console and server', async (ending) => {
    const make = documents.get(ending);
    expect(await acceptedType(make?.() ?? Buffer.alloc(0), `смета.${ending}`)).toEqual(expect.any(String));
  });

  test.each(['exe', 'svg', 'html', 'js', 'tiffs'])('ATT-09: one named .%s is taken by neither', async (ending) => {
    expect(fileGroup(`двор.${ending}`)).toBeNull();
    expect(await acceptedType(await picture('png'), `двор.${ending}`)).toBeNull();
  });
});

test('ATT-14: an announcement may have any number of files', () => {
  const { attachments } = completeDefinition(news).fields;
  const ids = Array.from({ length: 150 }, (_, index) => index + 1);
  expect(attachments && fieldRule(attachments).parse(ids)).toEqual(ids);
});
