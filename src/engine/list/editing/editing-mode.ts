import { useContext } from 'react';
import { useStore } from 'react-admin';
import { PreviewContext } from '#console/data/preview.ts';
import { useRefusal } from '#console/data/session/access.ts';
import { viewedAs } from '#console/data/session/view-as.ts';
import { useWidth } from '#console/shell/width.ts';
import type { Resource } from '#resources/language/define-resource.ts';

/** Whether a definition has a table whose cells could be edited in place: an added section whose records are edited in a form. */
export const hasEditableTable = ({ api, list, card, form }: Resource): boolean =>
  api.dialect !== 'crm' &&
  list.layout === 'table' &&
  !list.view &&
  form !== undefined &&
  (list.menu.includes('edit') || card?.edit === true);

/** Whether the cells of a table are edited in place now, and how to turn that on or off: kept in the browser between visits. */
interface EditingMode {
  /** A person who may change records is offered it where there is room: on a phone a record is no line of cells. */
  isOffered: boolean;
  isActive: boolean;
  setActive: (isActive: boolean) => void;
}

/** The mode of the table of a definition. Apart from what edits: most people only read. */
export function useEditingMode(resource: Resource): EditingMode {
  const [isChosen, setActive] = useStore(`${resource.name}.editing`, false);
  const why = useRefusal(resource.section, 'change');
  const isPhone = useWidth() === 'mobile';
  const isPreview = useContext(PreviewContext) !== null;
  const isOffered = hasEditableTable(resource) && !why && !isPhone && !isPreview && viewedAs() === null;
  return { isOffered, isActive: isOffered && isChosen, setActive };
}
