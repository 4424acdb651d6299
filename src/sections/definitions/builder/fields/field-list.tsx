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
import { placeOf, problemsWithin, useBuilder } from '../state/builder-context.ts';
import { fieldsIn, withValue } from '../state/definition-text.ts';
import { removedField, typedField } from '../state/field-changes.ts';
import {
  type FormPart,
  formParts,
  formPath,
  movedField,
  outsideForm,
  withoutSection,
  withSection,
} from '../state/form-parts.ts';
import classes from './field-list.module.css';
import inputs from './inputs.module.css';
import { kindLook } from './kind-icons.tsx';
import { kindLabel } from './kind-starts.ts';
import { OptionInput } from './option-input.tsx';
import { formPartSchema } from './option-schema.ts';

/** Name of the place of the fields that no section of the form asks for. */
const OUTSIDE = 'outside';

/** The fields in the sections of the form, and those outside of it: each is dragged to its place, by mouse, finger or keyboard. */
export function FieldList({ onOpen }: { onOpen: (name: string) => void }) {
  const translate = useTranslate();
  const { state, dispatch } = useBuilder();
  const { definition } = state;
  const parts = formParts(definition);
  const outside = outsideForm(definition);
  const tell = ({ announce: say }: ResponderProvided, what: string, place?: number) =>
    say(translate(`sectionBuilder.dnd.${what}`, place === undefined ? {} : { place: place + 1 }));
  function drop({ destination, draggableId }: DropResult, provided: ResponderProvided) {
    tell(provided, destination ? 'dropped' : 'cancelled', destination?.index);
    if (!destination) return;
    const section = destination.droppableId === OUTSIDE ? null : Number(destination.droppableId);
    const to = { section, index: destination.index };
    dispatch({ type: 'change', change: (before) => movedField(before, draggableId, to) });
  }
  return (
    <DragDropContext
      onDragStart={({ source }, provided) => tell(provided, 'lifted', source.index)}
      onDragUpdate={({ destination }, provided) => tell(provided, destination ? 'over' : 'outside', destination?.index)}
      onDragEnd={drop}
      dragHandleUsageInstructions={translate('sectionBuilder.dnd.lift')}
    >
      <p className={classes.note}>{translate('sectionBuilder.fields.line')}</p>
      {parts.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a section of the form has no other name than its place
        <PartOfForm key={at} part={part} at={at} isOnly={parts.length < 2} onOpen={onOpen} />
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
          <Fields id={OUTSIDE} names={outside} onOpen={onOpen} />
        </section>
      ) : null}
    </DragDropContext>
  );
}

/** Options of a part of the form besides its title. */
const PART_OPTIONS = ['columns', 'hint', 'name', 'when'];

function PartOfForm({
  part,
  at,
  isOnly,
  onOpen,
}: {
  part: FormPart;
  at: number;
  isOnly: boolean;
  onOpen: (name: string) => void;
}) {
  const translate = useTranslate();
  const { state, dispatch } = useBuilder();
  const partPath = [...formPath(state.definition), at];
  const path = [...partPath, 'title'];
  const properties = formPartSchema().properties ?? {};
  return (
    <section className={classes.part} aria-label={translate('sectionBuilder.fields.section', { number: at + 1 })}>
      <div className={classes.partHead}>
        <OutlinedInput
          size="small"
          fullWidth
          value={part.title}
          placeholder={translate('sectionBuilder.fields.section', { number: at + 1 })}
          inputProps={{ 'aria-label': translate('sectionBuilder.fields.sectionTitle', { number: at + 1 }) }}
          onChange={({ target }) =>
            dispatch({
              type: 'change',
              change: (before) => withValue(before, path, target.value === '' ? undefined : target.value),
              step: placeOf(path),
            })
          }
          onBlur={() => dispatch({ type: 'end-step' })}
        />
        {isOnly ? null : (
          <IconButton
            label={translate('sectionBuilder.fields.removeSection', { number: at + 1 })}
            onClick={() => dispatch({ type: 'change', change: (before) => withoutSection(before, at) })}
          >
            <DeleteOutlined fontSize="small" />
          </IconButton>
        )}
      </div>
      <Fields id={String(at)} names={part.fields} onOpen={onOpen} />
      <details className={inputs.more}>
        <summary>{translate('sectionBuilder.fields.more')}</summary>
        {PART_OPTIONS.map((key) => (
          <OptionInput key={key} path={[...partPath, key]} schema={properties[key] ?? {}} above="form" />
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

/** The kind of a field in words, with its sign; itself where there is no such kind. */
function KindSign({ kind }: { kind: string }) {
  const isKind = typedField({ kind }) !== null;
  const { Icon } = kindLook(isKind ? (kind as KindName) : 'text');
  return (
    <>
      <Icon aria-hidden fontSize="small" />
      <span className={classes.kind}>{isKind ? kindLabel(kind as KindName) : kind}</span>
    </>
  );
}

/** Puts the keyboard onto the same button of the next row, or of the one before: this one is about to go. */
function focusNeighbour(name: string): void {
  const rows = [...document.querySelectorAll('li[data-field]')];
  const at = rows.findIndex((row) => row.getAttribute('data-field') === name);
  const neighbour = rows[at + 1] ?? rows[at - 1];
  neighbour?.querySelector<HTMLElement>('button:last-of-type')?.focus();
}

function FieldRow({ name, index, onOpen }: { name: string; index: number; onOpen: (name: string) => void }) {
  const translate = useTranslate();
  const { state, dispatch, problems } = useBuilder();
  const field = fieldsIn(state.definition)[name];
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
            <KindSign kind={String(field?.kind ?? '')} />
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
              dispatch({ type: 'change', change: (before) => removedField(before, name) });
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
