import '#i18n/draft-texts.ts';
import { type Dispatch, lazy, Suspense, useContext, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { Link, useNavigate } from 'react-router';
import { passFileToImport } from '#console/engine/import/records/handed-file.ts';
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
import { dropTable, getKeptTable } from './file/stored-table.ts';
import { BuilderContext, BuilderDispatchContext, useBuilder } from './state/builder-context.ts';
import { type BuilderAction, builderReducer, makeBuilderState } from './state/builder-state.ts';
import { checkDefinition } from './state/check-definition.ts';
import { type DefinitionObject, parseDefinition, textAt, writeDefinition } from './state/definition-text.ts';
import { withActiveName } from './state/section-name.ts';
import { readStepKey } from './state/step-keys.ts';
import { useBuilderDraft } from './state/use-builder-draft.ts';
import { type BaseFile, useApply } from './use-apply.ts';

const ConflictDialog = lazy(() => import('./file/conflict-dialog.tsx'));
const HistoryDialog = lazy(() => import('./file/history-dialog.tsx'));
const ConfirmDialog = lazy(() => import('#console/ui/dialogs/confirm-dialog.tsx'));

const builtInNames = new Set(BUILT_IN.map(({ name }) => name));

/**
 * The active section of a file, found by the saved name, or by its former name while the rename is not yet applied.
 * @param name file name, used if the file cannot be parsed
 */
function findActiveSection(
  definitions: readonly Resource[],
  savedDefinition: DefinitionObject | null,
  name: string,
): Resource | null {
  const names = savedDefinition ? [textAt(savedDefinition, ['name']), textAt(savedDefinition, ['was'])] : [name];
  return names.flatMap((candidateName) => definitions.find((one) => one.name === candidateName) ?? [])[0] ?? null;
}

/** Navigates to the import of the table that the section was created from, once the section is active. */
function useImportAfterApply(name: string, isWritten: boolean, activeSection: Resource | null): void {
  const navigate = useNavigate();
  useEffect(() => {
    const file = getKeptTable(name);
    if (!isWritten || !activeSection?.form || !file) return;
    dropTable(name);
    const path = importRoute(activeSection.routes.list);
    passFileToImport(path, file);
    void navigate(path);
  }, [name, isWritten, activeSection, navigate]);
}

/** Handles undo and redo keys while nothing has focus, because an undo may remove the focused control. */
function useGlobalStepKeys(dispatch: Dispatch<BuilderAction>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const step = readStepKey(event);
      if (!step || event.target !== document.body) return;
      event.preventDefault();
      dispatch({ type: step });
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [dispatch]);
}

/**
 * The builder of one section.
 * @param savedFile the file as stored on the server
 * @param initialText initial text of a section without a file (new or removed); null to start with the file's text
 */
export function SectionBuilder({
  name,
  savedFile,
  initialText,
}: {
  name: string;
  savedFile: BaseFile;
  initialText: string | null;
}) {
  const translate = useTranslate();
  const definitions = useContext(KnownDefinitions);
  const [base, setBase] = useState(savedFile);
  const [state, dispatch] = useReducer(builderReducer, initialText ?? savedFile.text, makeBuilderState);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  useGlobalStepKeys(dispatch);
  // A removed section has no file, but the server still stores its last text.
  const storedText = base.version && base.text === '' ? (initialText ?? '') : base.text;
  const savedDefinition = useMemo(() => (base.version ? parseDefinition(storedText) : null), [base, storedText]);
  const knownResource = findActiveSection(definitions, savedDefinition, name);
  const activeName = knownResource?.name ?? null;
  const otherSections = useMemo(
    () => definitions.filter((one) => one.name !== activeName && !builtInNames.has(one.name)),
    [definitions, activeName],
  );
  const checkResult = useMemo(
    () => checkDefinition(state.definition, otherSections),
    [state.definition, otherSections],
  );
  const lastValidResource = useRef<Resource | null>(null);
  if (checkResult.resource) lastValidResource.current = checkResult.resource;
  const applying = useApply(name, base, setBase);
  const draft = useBuilderDraft(`${DEFINITIONS_PAGE}/${name}`, state.text, storedText);
  // In state, because `savedFile` changes when the file is refetched after an apply.
  const [firstVersion] = useState(savedFile.version);
  useImportAfterApply(name, base.version > firstVersion, knownResource);
  const resource = checkResult.resource ?? lastValidResource.current;
  const builder = useMemo(
    () => ({ state, dispatch, resource, problems: checkResult.problems, savedDefinition, activeName, otherSections }),
    [state, resource, checkResult.problems, savedDefinition, activeName, otherSections],
  );
  const title = textAt(state.definition, ['words', 'title']) || textAt(state.definition, ['words', 'plural']) || name;
  const inForce = knownResource?.generic ? knownResource : null;
  const heading = title.charAt(0).toUpperCase() + title.slice(1);
  const { offer } = draft;

  return (
    <BuilderDispatchContext value={dispatch}>
      <BuilderContext value={builder}>
        <Page title={heading} selector="none">
          {/* biome-ignore lint/a11y/noStaticElementInteractions: handles only keys that no control inside has handled */}
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
                  draft.dismissOffer();
                }}
                onDiscard={draft.dismissOffer}
              />
            ) : null}
            {applying.isPending ? (
              <p className={classes.pending} role="status">
                {translate('sectionBuilder.apply.pending')}{' '}
                <Link to={DEFINITIONS_PAGE}>{translate('sectionBuilder.apply.toMisfits')}</Link>
              </p>
            ) : null}
            <BuilderPanes activeResource={inForce} refusals={applying.refusals} />
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

/** Dialogs of the builder: conflict, history, removal and unsaved changes. */
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
  onBase: (base: BaseFile) => void;
  onClose: () => void;
}) {
  const translate = useTranslate();
  const notify = useNotify();
  const navigate = useNavigate();
  const { state, dispatch, savedDefinition, activeName } = useBuilder();
  const { theirs } = applying;
  const replaceText = (text: string) => {
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
          onTakeTheirs={() => {
            onBase({ text: theirs.text, version: theirs.version });
            replaceText(theirs.text);
            applying.forget();
          }}
          onKeepMine={() => void applying.apply(state.text, theirs.version)}
        />
      ) : null}
      {dialog === 'history' ? (
        <HistoryDialog
          name={name}
          text={state.text}
          onClose={onClose}
          onRestore={(version, text) => {
            const definition = parseDefinition(text);
            const isRenamed = definition !== null && activeName !== null && definition.name !== activeName;
            replaceText(
              isRenamed ? writeDefinition(withActiveName(definition, { savedDefinition, activeName })) : text,
            );
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
