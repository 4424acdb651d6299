import { builtInSchema } from '#resources/language/definition-schema.ts';
import { DefinitionError, readDefinition } from '#resources/language/read-definition.ts';
import { settingsBuildings } from '#resources/sections/buildings.ts';
import { newBuilding } from '#resources/sections/new-building.ts';

test('the form of a new building keeps the rules of a definition', () => {
  const { create: _create, card: _card, record: _record, ...rest } = settingsBuildings;
  const list = { layout: 'table', columns: ['street'] } as const;
  const read = (own: object) => readDefinition({ ...rest, ...own, list }, 'new-building', builtInSchema);
  expect(Object.keys(read(newBuilding).fields)).toContain('entrances');
  expect(() => read({ ...newBuilding, form: [{ fields: ['nowhere'] }] })).toThrow(DefinitionError);
});
