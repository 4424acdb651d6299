import { DragDropContext, Draggable, Droppable, type DropResult, type ResponderProvided } from '@hello-pangea/dnd';
import Add from '@mui/icons-material/Add';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import DragIndicator from '@mui/icons-material/DragIndicator';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useTranslate } from 'react-admin';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { IconButton } from '#console/ui/buttons/icon-button.tsx';
import { announce } from '#console/ui/states/announce.ts';
import type { KindName } from '#resources/language/kinds/registry.ts';
import { problemPlace, problemsWithin, useBuilder } from '../state/builder-context.ts';
import { getRawFields, withValue } from '../state/definition-text.ts';
import { removeField, typedField } from '../state/field-changes.ts';
import {
  type FormSectionText,
  fieldsOutsideForm,
  formPath,
  moveField,
  readFormSections,
  withoutSection,
  withSection,
} from '../state/form-parts.ts';
import classes from './field-list.module.css';
import inputs from './inputs.module.css';
import { kindLook } from './kind-icons.tsx';
import { kindLabel } from './kind-starts.ts';
import { OptionInput } from './option-input.tsx';
import { formPartSchema } from './option-schema.ts';

/** Droppable id of the fields outside the form. */
const OUTSIDE_ID = 'outside';

/** List of the fields by form section and outside the form; fields are dragged by mouse, touch or keyboard. */
export function FieldList({ onOpen }: { onOpen: (name: string) => void }) {
  const translate = useTranslate();
  const { state, dispatch } = useBuilder();
  const { definition } = state;
  const parts = readFormSections(definition);
  const outside = fieldsOutsideForm(definition);
  const announceDrag = ({ announce: announceText }: ResponderProvided, what: string, place?: number) =>
    announceText(translate(`sectionBuilder.dnd.${what}`, place === undefined ? {} : { place: place + 1 }));
  function onDrop({ destination, draggableId }: DropResult, provided: ResponderProvided) {
    announceDrag(provided, destination ? 'dropped' : 'cancelled', destination?.index);
    if (!destination) return;
    const section = destination.droppableId === OUTSIDE_ID ? null : Number(destination.droppableId);
    const to = { section, index: destination.index };
    dispatch({ type: 'change', change: (before) => moveField(before, draggableId, to) });
  }
  return (
    <DragDropContext
      onDragStart={({ source }, provided) => announceDrag(provided, 'lifted', source.index)}
      onDragUpdate={({ destination }, provided) =>
        announceDrag(provided, destination ? 'over' : 'outside', destination?.index)
      }
      onDragEnd={onDrop}
      dragHandleUsageInstructions={translate('sectionBuilder.dnd.lift')}
    >
      <p className={classes.note}>{translate('sectionBuilder.fields.line')}</p>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a section of the form has no other id than its index
        <FormSection key={index} part={part} index={index} isOnly={parts.length < 2} onOpen={onOpen} />
      ))}
      <ActionButton
        size="sm"
        icon={<Add aria-hidden />}
        onClick={() =>
          dispatch({
            type: 'change',
            change: (before) =>
              withSection(before, translate('sectionBuilder.fields.section', { number: parts.length + 1 })),
          })
        }
      >
        {translate('sectionBuilder.fields.addSection')}
      </ActionButton>
      {outside.length ? (
        <section className={classes.part}>
          <h3 className={classes.title}>{translate('sectionBuilder.fields.outside')}</h3>
          <Fields id={OUTSIDE_ID} names={outside} onOpen={onOpen} />
        </section>
      ) : null}
    </DragDropContext>
  );
}

/** Options of a form section besides its title. */
const PART_OPTIONS = ['columns', 'hint', 'name', 'when'];

function FormSection({
  part,
  index,
  isOnly,
  onOpen,
}: {
  part: FormSectionText;
  index: number;
  isOnly: boolean;
  onOpen: (name: string) => void;
}) {
  const translate = useTranslate();
  const { state, dispatch } = useBuilder();
  const partPath = [...formPath(state.definition), index];
  const path = [...partPath, 'title'];
  const properties = formPartSchema().properties ?? {};
  return (
    <section className={classes.part} aria-label={translate('sectionBuilder.fields.section', { number: index + 1 })}>
      <div className={classes.partHead}>
        <OutlinedInput
          size="small"
          fullWidth
          value={part.title}
          placeholder={translate('sectionBuilder.fields.section', { number: index + 1 })}
          inputProps={{ 'aria-label': translate('sectionBuilder.fields.sectionTitle', { number: index + 1 }) }}
          onChange={({ target }) =>
            dispatch({
              type: 'change',
              change: (before) => withValue(before, path, target.value === '' ? undefined : target.value),
              step: problemPlace(path),
            })
          }
          onBlur={() => dispatch({ type: 'end-step' })}
        />
        {isOnly ? null : (
          <IconButton
            label={translate('sectionBuilder.fields.removeSection', { number: index + 1 })}
            onClick={() => dispatch({ type: 'change', change: (before) => withoutSection(before, index) })}
          >
            <DeleteOutlined fontSize="small" />
          </IconButton>
        )}
      </div>
      <Fields id={String(index)} names={part.fields} onOpen={onOpen} />
      <details className={inputs.more}>
        <summary>{translate('sectionBuilder.fields.more')}</summary>
        {PART_OPTIONS.map((key) => (
          <OptionInput key={key} path={[...partPath, key]} schema={properties[key] ?? {}} parentKey="form" />
        ))}
      </details>
    </section>
  );
}

function Fields({ id, names, onOpen }: { id: string; names: readonly string[]; onOpen: (name: string) => void }) {
  const translate = useTranslate();
  return (
    <Droppable droppableId={id}>
      {(provided, { isDraggingOver }) => (
        <ul
          ref={provided.innerRef}
          {...provided.droppableProps}
          className={isDraggingOver ? `${classes.list} ${classes.over}` : classes.list}
        >
          {names.map((name, index) => (
            <FieldRow key={name} name={name} index={index} onOpen={onOpen} />
          ))}
          {names.length ? null : <li className={classes.empty}>{translate('sectionBuilder.fields.empty')}</li>}
          {provided.placeholder}
        </ul>
      )}
    </Droppable>
  );
}

/** Icon and label of a kind; an unknown kind is shown as it is. */
function KindBadge({ kind }: { kind: string }) {
  const isKind = typedField({ kind }) !== null;
  const { Icon } = kindLook(isKind ? (kind as KindName) : 'text');
  return (
    <>
      <Icon aria-hidden fontSize="small" />
      <span className={classes.kind}>{isKind ? kindLabel(kind as KindName) : kind}</span>
    </>
  );
}

/** Moves focus to the remove button of the next or previous row before this row is removed. */
function focusNeighbour(name: string): void {
  const rows = [...document.querySelectorAll('li[data-field]')];
  const at = rows.findIndex((row) => row.getAttribute('data-field') === name);
  const neighbour = rows[at + 1] ?? rows[at - 1];
  neighbour?.querySelector<HTMLElement>('button:last-of-type')?.focus();
}

function FieldRow({ name, index, onOpen }: { name: string; index: number; onOpen: (name: string) => void }) {
  const translate = useTranslate();
  const { state, dispatch, problems } = useBuilder();
  const field = getRawFields(state.definition)[name];
  const label = String(field?.label ?? name);
  const count = problemsWithin(problems, ['fields', name]).length;
  return (
    <Draggable draggableId={name} index={index} disableInteractiveElementBlocking>
      {(provided, { isDragging }) => (
        <li
          ref={provided.innerRef}
          {...provided.draggableProps}
          className={isDragging ? `${classes.row} ${classes.held}` : classes.row}
          data-field={name}
        >
          <button
            type="button"
            {...provided.dragHandleProps}
            className={classes.handle}
            aria-label={translate('sectionBuilder.fields.drag', { label })}
          >
            <DragIndicator aria-hidden fontSize="small" />
          </button>
          <button
            type="button"
            className={classes.open}
            aria-label={translate('sectionBuilder.fields.edit', { label })}
            onClick={() => onOpen(name)}
          >
            <span className={classes.label}>
              {label}
              {field?.required ? (
                <abbr title={translate('sectionBuilder.fields.required')} className={classes.star}>
                  *
                </abbr>
              ) : null}
            </span>
            <KindBadge kind={String(field?.kind ?? '')} />
          </button>
          {count ? (
            <span className={classes.problems} title={translate('sectionBuilder.fields.mistakes', { count })}>
              {count}
            </span>
          ) : null}
          <IconButton
            label={translate('sectionBuilder.fields.remove', { label })}
            onClick={() => {
              focusNeighbour(name);
              dispatch({ type: 'change', change: (before) => removeField(before, name) });
              announce(translate('sectionBuilder.fields.removed', { label }));
            }}
          >
            <DeleteOutlined fontSize="small" />
          </IconButton>
        </li>
      )}
    </Draggable>
  );
}
