import { autocompletion, type CompletionContext, closeBrackets, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap } from '@codemirror/commands';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import { bracketMatching, foldGutter, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, linter, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { Annotation, EditorState } from '@codemirror/state';
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { text } from '#i18n/console-text.ts';
import { problemReason } from '#i18n/definition-problem-words.ts';
import { useBuilder } from '../state/builder-context.ts';
import { completionsAt } from './completions.ts';
import classes from './json-editor.module.css';
import { findRange } from './json-places.ts';

const HIGHLIGHT_STYLE = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent-text)' },
  { tag: tags.string, color: 'var(--brass-text)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--info-text)' },
  { tag: tags.invalid, color: 'var(--danger-text)' },
]);

const THEME = EditorView.theme({
  '&': { height: '100%', fontSize: '13px', color: 'var(--text)', backgroundColor: 'var(--surface)' },
  '.cm-scroller': { fontFamily: 'ui-monospace, Consolas, monospace', lineHeight: '19px' },
  // iOS zooms into inputs with a smaller font.
  '@media (max-width: 600px)': { '.cm-scroller': { fontSize: '16px', lineHeight: '23px' } },
  '.cm-gutters': { backgroundColor: 'var(--sunken)', color: 'var(--faint)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--hover)' },
  '.cm-content': { caretColor: 'var(--text)' },
  '&.cm-focused': { outline: '2px solid var(--focus)', outlineOffset: '-2px' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--selected) !important' },
  '.cm-tooltip': {
    backgroundColor: 'var(--raised)',
    color: 'var(--text)',
    border: '1px solid var(--border)',
    borderRadius: 'var(--radius-sm)',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--selected)', color: 'var(--text)' },
});

/** Marks transactions that come from the form, not from typing in the editor. */
const FROM_FORM = Annotation.define<boolean>();
/** Pause in typing that ends an undo step, ms. */
const STEP_PAUSE_MS = 700;

/** The smallest single change between two texts, so that the caret outside of it is kept. */
function differingPart(before: string, after: string): { from: number; to: number; insert: string } {
  const shortest = Math.min(before.length, after.length);
  let from = 0;
  while (from < shortest && before[from] === after[from]) from += 1;
  let suffixLength = 0;
  while (suffixLength < shortest - from && before.at(-1 - suffixLength) === after.at(-1 - suffixLength))
    suffixLength += 1;
  return { from, to: before.length - suffixLength, insert: after.slice(from, after.length - suffixLength) };
}

const complete = (context: CompletionContext) => completionsAt(context.state, context.pos, context.explicit);

const lintJson = jsonParseLinter();

/** JSON editor of the definition, synchronised with the form; with diagnostics and schema-based completion. */
export default function JsonEditor() {
  const translate = useTranslate();
  const { state, dispatch, problems } = useBuilder();
  const container = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<EditorView | null>(null);
  const label = translate('sectionBuilder.json.label');
  const dispatchRef = useRef(dispatch);
  dispatchRef.current = dispatch;
  const initialText = useRef(state.text);

  useEffect(() => {
    if (!container.current) return undefined;
    let pause: ReturnType<typeof setTimeout> | undefined;
    const editor = new EditorView({
      parent: container.current,
      state: EditorState.create({
        doc: initialText.current,
        extensions: [
          lineNumbers(),
          foldGutter(),
          lintGutter(),
          indentOnInput(),
          bracketMatching(),
          closeBrackets(),
          highlightActiveLine(),
          EditorView.lineWrapping,
          json(),
          syntaxHighlighting(HIGHLIGHT_STYLE),
          THEME,
          // Only enables diagnostics; they are set in the effect below.
          linter(null),
          autocompletion({ override: [complete] }),
          EditorState.phrases.of({
            'Fold line': translate('sectionBuilder.json.fold'),
            'Unfold line': translate('sectionBuilder.json.unfold'),
            'folded code': translate('sectionBuilder.json.folded'),
            unfold: translate('sectionBuilder.json.unfold'),
          }),
          EditorView.contentAttributes.of({ 'aria-label': label }),
          EditorView.updateListener.of(({ docChanged, state: next, transactions }) => {
            if (!docChanged || transactions.some((one) => one.annotation(FROM_FORM))) return;
            dispatchRef.current({ type: 'type', text: next.doc.toString() });
            clearTimeout(pause);
            pause = setTimeout(() => dispatchRef.current({ type: 'end-step' }), STEP_PAUSE_MS);
          }),
          EditorView.domEventHandlers({ blur: () => dispatchRef.current({ type: 'end-step' }) }),
          keymap.of([...completionKeymap, ...lintKeymap, ...defaultKeymap]),
        ],
      }),
    });
    setView(editor);
    return () => {
      clearTimeout(pause);
      editor.destroy();
    };
  }, [label, translate]);

  useEffect(() => {
    if (!view) return;
    const editorText = view.state.doc.toString();
    if (editorText !== state.text)
      view.dispatch({ changes: differingPart(editorText, state.text), annotations: FROM_FORM.of(true) });
  }, [view, state.text]);

  useEffect(() => {
    if (!view) return;
    const definitionDiagnostics = problems.map((one): Diagnostic => {
      const { from, to } = findRange(view.state, one.place);
      return { from, to, severity: 'error', message: problemReason(one, text) };
    });
    const syntaxDiagnostics = () =>
      lintJson(view).map((one) => ({ ...one, message: translate('sectionBuilder.input.badJson') }));
    const diagnostics = state.isJson ? definitionDiagnostics : syntaxDiagnostics();
    view.dispatch(setDiagnostics(view.state, diagnostics));
  }, [view, problems, state.isJson, translate]);

  return (
    <section className={classes.pane} aria-label={label}>
      {state.isJson ? null : (
        <p className={classes.broken} role="status">
          {translate('sectionBuilder.json.broken')}
        </p>
      )}
      <div ref={container} className={classes.editor} />
      <p className={classes.help}>{translate('sectionBuilder.json.help')}</p>
    </section>
  );
}
