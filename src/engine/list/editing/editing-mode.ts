import { useContext } from 'react';
import { useStore } from 'react-admin';
import { PreviewContext } from '#console/data/preview.ts';
import { useRefusal } from '#console/data/session/access.ts';
import { viewedAs } from '#console/data/session/view-as.ts';
import { useWidth } from '#console/shell/width.ts';
import type { Resource } from '#resources/language/define-resource.ts';

/** Whether the cells of a definition's table could be edited in place: only in added sections whose records have an edit form. */
export const hasEditableTable = ({ api, list, card, form }: Resource): boolean =>
  api.dialect !== 'crm' &&
  list.layout === 'table' &&
  !list.view &&
  form !== undefined &&
  (list.menu.includes('edit') || card?.edit === true);

/** Whether cells are edited in place, with its setter; stored in the browser between visits. */
interface EditingMode {
  /** Whether the person is offered the mode: they may change records, and the screen is not a phone. */
  isOffered: boolean;
  isActive: boolean;
  setActive: (isActive: boolean) => void;
}

/** The editing mode of a definition's table. Separate from the editor's code, because most people only read. */
export function useEditingMode(resource: Resource): EditingMode {
  const [isTurnedOn, setActive] = useStore(`${resource.name}.editing`, false);
  const refusal = useRefusal(resource.section, 'change');
  const isPhone = useWidth() === 'mobile';
  const isPreview = useContext(PreviewContext) !== null;
  const isOffered = hasEditableTable(resource) && !refusal && !isPhone && !isPreview && viewedAs() === null;
  return { isOffered, isActive: isOffered && isTurnedOn, setActive };
}
