import type { CreateForm } from '../language/create-form.ts';
import { BUILDING } from '../limits.ts';
import { BUILDING_KINDS } from './buildings.ts';

/** The form of a new building; a separate module, because only this form's page needs it. */
export const newBuilding = {
  fields: {
    street: { kind: 'text', required: true, max: BUILDING.street, spaces: 'one', help: 'buildingPlan.help.street' },
    number: {
      kind: 'text',
      required: true,
      max: BUILDING.houseNumber,
      spaces: 'one',
      help: 'buildingPlan.help.number',
    },
    complex: { kind: 'text', max: BUILDING.complex, spaces: 'one', input: 'complex-choice' },
    building_type: { kind: 'choice', required: true, initial: 'tenement', options: BUILDING_KINDS },
    entrances: { kind: 'buildings:entrances', required: true, message: 'validation.anyPorch' },
    risers: { kind: 'checkbox', help: 'buildingPlan.help.risers' },
    missing: { kind: 'text', max: BUILDING.exceptions, help: 'buildingPlan.help.missing' },
    lettered: {
      kind: 'text',
      max: BUILDING.exceptions,
      letters: 'cyrillic',
      case: 'upper',
      help: 'buildingPlan.help.lettered',
    },
    others: { kind: 'buildings:others' },
    preview: { kind: 'text', local: true, input: 'building-preview' },
  },
  form: [
    { title: 'buildingPlan.sections.address', columns: 2, fields: ['street', 'number', 'complex', 'building_type'] },
    { title: 'buildingPlan.sections.entrances', fields: ['entrances', 'risers'] },
    {
      title: 'buildingPlan.sections.exceptions',
      hint: 'buildingPlan.exceptionsHint',
      fields: ['missing', 'lettered', 'others'],
    },
    { title: 'buildingPlan.sections.preview', fields: ['preview'] },
  ],
} as const satisfies CreateForm;
