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
import { fieldsIn } from './state/definition-text.ts';
import { readStepKey } from './state/step-keys.ts';

const PreviewPane = lazy(() => import('./preview/preview-pane.tsx'));
const JsonEditor = lazy(() => import('./json/json-editor.tsx'));

/** Below this the panes are tabs, CSS pixels. */
const WIDE = 1100;
const narrow = globalThis.matchMedia?.(`(max-width: ${WIDE - 1}px)`);

function useIsNarrow(): boolean {
  return useSyncExternalStore(
    (listener) => {
      narrow?.addEventListener('change', listener);
      return () => narrow?.removeEventListener('change', listener);
    },
    () => narrow?.matches ?? false,
  );
}

const PANES = ['fields', 'preview', 'json'] as const;
type Pane = (typeof PANES)[number];

/** Fields, preview and JSON side by side; in a narrow window one at a time. */
export function BuilderPanes({ inForce, refusals }: { inForce: Resource | null; refusals: readonly string[] }) {
  const translate = useTranslate();
  const isNarrow = useIsNarrow();
  const panel = useId();
  const [pane, setPane] = useState<Pane>('fields');
  const [isJsonShown, setIsJsonShown] = useState(false);
  const isShown = (one: Pane) => (isNarrow ? pane === one : one !== 'json' || isJsonShown);
  return (
    <>
      {isNarrow ? (
        <div className={classes.tabs}>
          <TabBar
            label={translate('sectionBuilder.panes.label')}
            panel={panel}
            current={pane}
            tabs={PANES.map((value) => ({ value, label: translate(`sectionBuilder.panes.${value}`) }))}
            onChoose={setPane}
          />
        </div>
      ) : null}
      <div className={classes.panes} id={panel} data-narrow={isNarrow || undefined}>
        {isShown('fields') ? <Editing refusals={refusals} /> : null}
        {isShown('preview') ? (
          // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps keys of the previewed form from the builder
          <div className={classes.middle} onKeyDown={keepStepKeys}>
            {isNarrow ? null : (
              <div className={classes.toggle}>
                <ActionButton size="sm" variant="ghost" onClick={() => setIsJsonShown(!isJsonShown)}>
                  {translate(`sectionBuilder.bar.${isJsonShown ? 'hideJson' : 'showJson'}`)}
                </ActionButton>
              </div>
            )}
            <Suspense>
              <PreviewPane inForce={inForce} />
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

/** Ctrl+Z takes back what was typed in an input of a previewed form; anywhere else in the preview, a step of the builder. */
function keepStepKeys(event: KeyboardEvent): void {
  if (readStepKey(event) && isTyping(event.target)) event.stopPropagation();
}

const TABS = ['fields', 'section'] as const;

/** A field that is looked at: its name, and its place among so many. */
interface OpenField {
  name: string;
  place: number;
  count: number;
}

/** The name of the open field. A step back may give the field its former name: it stays open by its place. */
function useOpenField(names: readonly string[]): [string | null, (name: string | null) => void] {
  const [openField, setOpenField] = useState<OpenField | null>(null);
  const open = (name: string | null) =>
    setOpenField(name === null ? null : { name, place: names.indexOf(name), count: names.length });
  if (!openField) return [null, open];
  const place = names.indexOf(openField.name);
  const isRenamed = place < 0 && openField.count === names.length;
  const name = isRenamed ? names[openField.place] : names[place];
  if (name === undefined) return [null, open];
  const next = { name, place: names.indexOf(name), count: names.length };
  if (next.name !== openField.name || next.place !== openField.place || next.count !== openField.count)
    setOpenField(next);
  return [name, open];
}

/** Puts the keyboard back onto the row of a field that is closed, or onto the tabs where it is gone. @returns the ref of the pane */
function useFocusBack(field: string | null): RefObject<HTMLDivElement | null> {
  const pane = useRef<HTMLDivElement>(null);
  const before = useRef(field);
  useEffect(() => {
    const closedField = before.current;
    before.current = field;
    // A person who has moved elsewhere meanwhile, to a tab say, stays there.
    if (closedField === null || field !== null || document.activeElement !== document.body) return;
    const row = `[data-field="${CSS.escape(closedField)}"] button:nth-of-type(2)`;
    const target =
      pane.current?.querySelector<HTMLElement>(row) ??
      pane.current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]');
    target?.focus();
  }, [field]);
  return pane;
}

/** The fields and the section itself; a field that is opened takes their place. */
function Editing({ refusals }: { refusals: readonly string[] }) {
  const translate = useTranslate();
  const panel = useId();
  const { state } = useBuilder();
  const [tab, setTab] = useState<(typeof TABS)[number]>('fields');
  const [field, setOpened] = useOpenField(Object.keys(fieldsIn(state.definition)));
  const pane = useFocusBack(field);
  return (
    <div className={classes.left} inert={!state.isJson} ref={pane}>
      <ProblemsList
        refusals={refusals}
        onField={setOpened}
        onSection={() => {
          setOpened(null);
          setTab('section');
        }}
      />
      {field === null ? (
        <>
          <TabBar
            label={translate('sectionBuilder.tabs.label')}
            panel={panel}
            look="segments"
            current={tab}
            tabs={TABS.map((value) => ({ value, label: translate(`sectionBuilder.tabs.${value}`) }))}
            onChoose={setTab}
          />
          <div
            id={panel}
            role="tabpanel"
            aria-label={translate(`sectionBuilder.tabs.${tab}`)}
            className={classes.panel}
          >
            {tab === 'section' ? (
              <SectionEditor />
            ) : (
              <>
                <FieldList onOpen={setOpened} />
                <Palette onAdded={setOpened} />
              </>
            )}
          </div>
        </>
      ) : (
        <FieldEditor name={field} onRenamed={setOpened} onClose={() => setOpened(null)} />
      )}
    </div>
  );
}
