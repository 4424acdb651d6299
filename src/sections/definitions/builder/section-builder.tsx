import '#i18n/draft-texts.ts';
import { type Dispatch, lazy, Suspense, useContext, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { Link, useNavigate } from 'react-router';
import { handFile } from '#console/engine/import/records/handed-file.ts';
import { KnownDefinitions } from '#console/fields/known-definitions.ts';
import { Page } from '#console/shell/page.tsx';
import { LeaveQuestion } from '#console/ui/dialogs/leave-question.tsx';
import { DraftOffer } from '#console/ui/states/draft-offer.tsx';
import { BUILT_IN } from '#resources/built-in.ts';
import { importRoute } from '#resources/language/complete-definition.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { DEFINITIONS_PAGE } from '../paths.ts';
import classes from './builder.module.css';
import { BuilderBar } from './builder-bar.tsx';
import { BuilderPanes } from './builder-panes.tsx';
import { dropTable, keptTable } from './file/kept-table.ts';
import { BuilderContext, BuilderDispatchContext, useBuilder } from './state/builder-context.ts';
import { type BuilderAction, builderReducer, openedText } from './state/builder-state.ts';
import { checkDefinition } from './state/check-definition.ts';
import { type DefinitionObject, parseDefinition, textAt, writeDefinition } from './state/definition-text.ts';
import { withNameInForce } from './state/section-name.ts';
import { readStepKey } from './state/step-keys.ts';
import { useBuilderDraft } from './state/use-builder-draft.ts';
import { type Base, useApply } from './use-apply.ts';

const ConflictDialog = lazy(() => import('./file/conflict-dialog.tsx'));
const HistoryDialog = lazy(() => import('./file/history-dialog.tsx'));
const ConfirmDialog = lazy(() => import('#console/ui/dialogs/confirm-dialog.tsx'));

const builtIn = new Set(BUILT_IN.map(({ name }) => name));

/**
 * The section of a file as it is in force: under the name that the file is saved with, or under its former one while that waits.
 * @param name of the file, by which a section is called whose file cannot be read
 */
function sectionInForce(
  definitions: readonly Resource[],
  savedDefinition: DefinitionObject | null,
  name: string,
): Resource | null {
  const names = savedDefinition ? [textAt(savedDefinition, ['name']), textAt(savedDefinition, ['was'])] : [name];
  return names.flatMap((wanted) => definitions.find((one) => one.name === wanted) ?? [])[0] ?? null;
}

/** Leads to the import of the rows that the section was made of, once the section is there. */
function useRowsAfterwards(name: string, isWritten: boolean, resourceInForce: Resource | null): void {
  const navigate = useNavigate();
  useEffect(() => {
    const file = keptTable(name);
    if (!isWritten || !resourceInForce?.form || !file) return;
    dropTable(name);
    const path = importRoute(resourceInForce.routes.list);
    handFile(path, file);
    void navigate(path);
  }, [name, isWritten, resourceInForce, navigate]);
}

/** Hears the keys of steps also where nothing has the keyboard: a step may take away the control that had it. */
function useStepKeysAnywhere(dispatch: Dispatch<BuilderAction>): void {
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const step = readStepKey(event);
      if (!step || event.target !== document.body) return;
      event.preventDefault();
      dispatch({ type: step });
    };
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, [dispatch]);
}

/**
 * The builder of one section.
 * @param first the file as the server has it
 * @param begun what a section begins with that is not there, or not any more; null: with its file
 */
export function SectionBuilder({ name, first, begun }: { name: string; first: Base; begun: string | null }) {
  const translate = useTranslate();
  const definitions = useContext(KnownDefinitions);
  const [base, setBase] = useState(first);
  const [state, dispatch] = useReducer(builderReducer, begun ?? first.text, openedText);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  useStepKeysAnywhere(dispatch);
  // Of a section that was taken away the server keeps the last text, though its file is gone.
  const keptText = base.version && base.text === '' ? (begun ?? '') : base.text;
  const savedDefinition = useMemo(() => (base.version ? parseDefinition(keptText) : null), [base, keptText]);
  const knownSection = sectionInForce(definitions, savedDefinition, name);
  const nameInForce = knownSection?.name ?? null;
  const otherSections = useMemo(
    () => definitions.filter((one) => one.name !== nameInForce && !builtIn.has(one.name)),
    [definitions, nameInForce],
  );
  const checked = useMemo(() => checkDefinition(state.definition, otherSections), [state.definition, otherSections]);
  const lastSound = useRef<Resource | null>(null);
  if (checked.resource) lastSound.current = checked.resource;
  const applying = useApply(name, base, setBase);
  const draft = useBuilderDraft(`${DEFINITIONS_PAGE}/${name}`, state.text, keptText);
  // The file is asked for anew after it was applied: what it was at first is kept here.
  const [firstVersion] = useState(first.version);
  useRowsAfterwards(name, base.version > firstVersion, knownSection);
  const resource = checked.resource ?? lastSound.current;
  const builder = useMemo(
    () => ({ state, dispatch, resource, problems: checked.problems, savedDefinition, nameInForce, otherSections }),
    [state, resource, checked.problems, savedDefinition, nameInForce, otherSections],
  );
  const title = textAt(state.definition, ['words', 'title']) || textAt(state.definition, ['words', 'plural']) || name;
  const inForce = knownSection?.generic ? knownSection : null;
  const heading = title.charAt(0).toUpperCase() + title.slice(1);
  const { offer } = draft;

  return (
    <BuilderDispatchContext value={dispatch}>
      <BuilderContext value={builder}>
        <Page title={heading} selector="none">
          {/* biome-ignore lint/a11y/noStaticElementInteractions: it only hears keys that no control inside has taken */}
          <div
            className={classes.builder}
            onKeyDown={(event) => {
              const step = readStepKey(event);
              if (!step || event.defaultPrevented) return;
              event.preventDefault();
              dispatch({ type: step });
            }}
          >
            <BuilderBar
              base={base}
              applying={applying}
              onHistory={() => setDialog('history')}
              onRemove={() => setDialog('remove')}
            />
            {offer ? (
              <DraftOffer
                at={offer.at}
                onRestore={() => {
                  dispatch({ type: 'end-step' });
                  dispatch({ type: 'type', text: offer.text });
                  dispatch({ type: 'end-step' });
                  draft.answered();
                }}
                onDiscard={draft.answered}
              />
            ) : null}
            {applying.isPending ? (
              <p className={classes.pending} role="status">
                {translate('sectionBuilder.apply.pending')}{' '}
                <Link to={DEFINITIONS_PAGE}>{translate('sectionBuilder.apply.toMisfits')}</Link>
              </p>
            ) : null}
            <BuilderPanes inForce={inForce} refusals={applying.refusals} />
          </div>
        </Page>
        <Dialogs
          name={name}
          title={heading}
          dialog={dialog}
          applying={applying}
          blocker={draft.blocker}
          onBase={setBase}
          onClose={() => setDialog(null)}
        />
      </BuilderContext>
    </BuilderDispatchContext>
  );
}

type Dialog = 'history' | 'remove';

/** Questions over the builder. */
function Dialogs({
  name,
  title,
  dialog,
  applying,
  blocker,
  onBase,
  onClose,
}: {
  name: string;
  title: string;
  dialog: Dialog | null;
  applying: ReturnType<typeof useApply>;
  blocker: ReturnType<typeof useBuilderDraft>['blocker'];
  onBase: (base: Base) => void;
  onClose: () => void;
}) {
  const translate = useTranslate();
  const notify = useNotify();
  const navigate = useNavigate();
  const { state, dispatch, savedDefinition, nameInForce } = useBuilder();
  const { theirs } = applying;
  const takeOver = (text: string) => {
    dispatch({ type: 'end-step' });
    dispatch({ type: 'type', text });
    dispatch({ type: 'end-step' });
  };
  return (
    <Suspense>
      {theirs ? (
        <ConflictDialog
          theirs={theirs}
          mine={state.text}
          onBack={applying.forget}
          onTheirs={() => {
            onBase({ text: theirs.text, version: theirs.version });
            takeOver(theirs.text);
            applying.forget();
          }}
          onMine={() => void applying.apply(state.text, theirs.version)}
        />
      ) : null}
      {dialog === 'history' ? (
        <HistoryDialog
          name={name}
          text={state.text}
          onClose={onClose}
          onRestore={(version, text) => {
            const definition = parseDefinition(text);
            const isRenamed = definition !== null && nameInForce !== null && definition.name !== nameInForce;
            takeOver(isRenamed ? writeDefinition(withNameInForce(definition, { savedDefinition, nameInForce })) : text);
            notify(translate('sectionBuilder.history.restored', { version }));
            onClose();
          }}
        />
      ) : null}
      {dialog === 'remove' ? (
        <ConfirmDialog
          question={translate('sectionBuilder.remove.question', { title })}
          yes={translate('sectionBuilder.bar.remove')}
          onYes={() => applying.remove(() => void navigate(DEFINITIONS_PAGE))}
          onNo={onClose}
        />
      ) : null}
      <LeaveQuestion
        blocker={blocker}
        question={translate('sectionBuilder.draft.leave')}
        yes={translate('sectionBuilder.draft.leaveYes')}
      />
    </Suspense>
  );
}
