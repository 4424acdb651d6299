import {
  type KeyboardEvent,
  lazy,
  type RefObject,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useTranslate } from 'react-admin';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { isTyping } from '#console/ui/inputs/is-typing.ts';
import { TabBar } from '#console/ui/navigation/tab-bar.tsx';
import type { Resource } from '#resources/language/define-resource.ts';
import classes from './builder.module.css';
import { FieldEditor } from './fields/field-editor.tsx';
import { FieldList } from './fields/field-list.tsx';
import { Palette } from './fields/palette.tsx';
import { SectionEditor } from './fields/section-editor.tsx';
import { ProblemsList } from './problems-list.tsx';
import { useBuilder } from './state/builder-context.ts';
import { getRawFields } from './state/definition-text.ts';
import { readStepKey } from './state/step-keys.ts';

const PreviewPane = lazy(() => import('./preview/preview-pane.tsx'));
const JsonEditor = lazy(() => import('./json/json-editor.tsx'));

/** Below this window width the panes are tabs, CSS pixels. */
const WIDE_MIN_PX = 1100;
const narrowQuery = globalThis.matchMedia?.(`(max-width: ${WIDE_MIN_PX - 1}px)`);

function useIsNarrow(): boolean {
  return useSyncExternalStore(
    (listener) => {
      narrowQuery?.addEventListener('change', listener);
      return () => narrowQuery?.removeEventListener('change', listener);
    },
    () => narrowQuery?.matches ?? false,
  );
}

const PANES = ['fields', 'preview', 'json'] as const;
type Pane = (typeof PANES)[number];

/** Fields, preview and JSON side by side; in a narrow window as tabs. */
export function BuilderPanes({
  activeResource,
  refusals,
}: {
  activeResource: Resource | null;
  refusals: readonly string[];
}) {
  const translate = useTranslate();
  const isNarrow = useIsNarrow();
  const panelId = useId();
  const [pane, setPane] = useState<Pane>('fields');
  const [isJsonShown, setIsJsonShown] = useState(false);
  const isShown = (one: Pane) => (isNarrow ? pane === one : one !== 'json' || isJsonShown);
  return (
    <>
      {isNarrow ? (
        <div className={classes.tabs}>
          <TabBar
            label={translate('sectionBuilder.panes.label')}
            panel={panelId}
            current={pane}
            tabs={PANES.map((value) => ({ value, label: translate(`sectionBuilder.panes.${value}`) }))}
            onChoose={setPane}
          />
        </div>
      ) : null}
      <div className={classes.panes} id={panelId} data-narrow={isNarrow || undefined}>
        {isShown('fields') ? <EditingPane refusals={refusals} /> : null}
        {isShown('preview') ? (
          // biome-ignore lint/a11y/noStaticElementInteractions: only keeps key events of the previewed form from the builder
          <div className={classes.middle} onKeyDown={stopStepKeys}>
            {isNarrow ? null : (
              <div className={classes.toggle}>
                <ActionButton size="sm" variant="ghost" onClick={() => setIsJsonShown(!isJsonShown)}>
                  {translate(`sectionBuilder.bar.${isJsonShown ? 'hideJson' : 'showJson'}`)}
                </ActionButton>
              </div>
            )}
            <Suspense>
              <PreviewPane activeResource={activeResource} />
            </Suspense>
          </div>
        ) : null}
        {isShown('json') ? (
          <div className={classes.json}>
            <Suspense>
              <JsonEditor />
            </Suspense>
          </div>
        ) : null}
      </div>
    </>
  );
}

/** Keeps Ctrl+Z in an input of the previewed form to that input; elsewhere in the preview it undoes a step of the builder. */
function stopStepKeys(event: KeyboardEvent): void {
  if (readStepKey(event) && isTyping(event.target)) event.stopPropagation();
}

const TABS = ['fields', 'section'] as const;

/** The open field: its name, its index and the number of fields. */
interface OpenField {
  name: string;
  index: number;
  count: number;
}

/** Name of the open field and its setter; after an undo that renames the field, it is found again by its index. */
function useOpenField(names: readonly string[]): [string | null, (name: string | null) => void] {
  const [openField, setOpenField] = useState<OpenField | null>(null);
  const open = (name: string | null) =>
    setOpenField(name === null ? null : { name, index: names.indexOf(name), count: names.length });
  if (!openField) return [null, open];
  const index = names.indexOf(openField.name);
  const isRenamed = index < 0 && openField.count === names.length;
  const name = isRenamed ? names[openField.index] : names[index];
  if (name === undefined) return [null, open];
  const next = { name, index: names.indexOf(name), count: names.length };
  if (next.name !== openField.name || next.index !== openField.index || next.count !== openField.count)
    setOpenField(next);
  return [name, open];
}

/** Returns focus to the row of the closed field, or to the tabs if the field is gone. @returns ref for the pane */
function useFocusReturn(field: string | null): RefObject<HTMLDivElement | null> {
  const pane = useRef<HTMLDivElement>(null);
  const previousField = useRef(field);
  useEffect(() => {
    const closedField = previousField.current;
    previousField.current = field;
    // Focus that has already moved elsewhere, e.g. to a tab, is left alone.
    if (closedField === null || field !== null || document.activeElement !== document.body) return;
    const row = `[data-field="${CSS.escape(closedField)}"] button:nth-of-type(2)`;
    const target =
      pane.current?.querySelector<HTMLElement>(row) ??
      pane.current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]');
    target?.focus();
  }, [field]);
  return pane;
}

/** The editing pane: tabs with the fields and the section's settings, replaced by the editor of an open field. */
function EditingPane({ refusals }: { refusals: readonly string[] }) {
  const translate = useTranslate();
  const panelId = useId();
  const { state } = useBuilder();
  const [tab, setTab] = useState<(typeof TABS)[number]>('fields');
  const [field, setOpenedField] = useOpenField(Object.keys(getRawFields(state.definition)));
  const pane = useFocusReturn(field);
  return (
    <div className={classes.left} inert={!state.isJson} ref={pane}>
      <ProblemsList
        refusals={refusals}
        onField={setOpenedField}
        onSection={() => {
          setOpenedField(null);
          setTab('section');
        }}
      />
      {field === null ? (
        <>
          <TabBar
            label={translate('sectionBuilder.tabs.label')}
            panel={panelId}
            look="segments"
            current={tab}
            tabs={TABS.map((value) => ({ value, label: translate(`sectionBuilder.tabs.${value}`) }))}
            onChoose={setTab}
          />
          <div
            id={panelId}
            role="tabpanel"
            aria-label={translate(`sectionBuilder.tabs.${tab}`)}
            className={classes.panel}
          >
            {tab === 'section' ? (
              <SectionEditor />
            ) : (
              <>
                <FieldList onOpen={setOpenedField} />
                <Palette onAdded={setOpenedField} />
              </>
            )}
          </div>
        </>
      ) : (
        <FieldEditor name={field} onRenamed={setOpenedField} onClose={() => setOpenedField(null)} />
      )}
    </div>
  );
}
