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
import { rangeOf } from './json-places.ts';

const COLOURS = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent-text)' },
  { tag: tags.string, color: 'var(--brass-text)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--info-text)' },
  { tag: tags.invalid, color: 'var(--danger-text)' },
]);

const THEME = EditorView.theme({
  '&': { height: '100%', fontSize: '13px', color: 'var(--text)', backgroundColor: 'var(--surface)' },
  '.cm-scroller': { fontFamily: 'ui-monospace, Consolas, monospace', lineHeight: '19px' },
  // A telephone zooms in at smaller letters.
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

/** A change that comes from outside of the editor. */
const OF_FORM = Annotation.define<boolean>();
/** Pause after which what is typed is another step to take back, ms. */
const PAUSE = 700;

/** The one part in which a text differs: what stands before and behind it stays, and with it the caret. */
function differingPart(before: string, after: string): { from: number; to: number; insert: string } {
  const shortest = Math.min(before.length, after.length);
  let from = 0;
  while (from < shortest && before[from] === after[from]) from += 1;
  let behind = 0;
  while (behind < shortest - from && before.at(-1 - behind) === after.at(-1 - behind)) behind += 1;
  return { from, to: before.length - behind, insert: after.slice(from, after.length - behind) };
}

const complete = (context: CompletionContext) => completionsAt(context.state, context.pos, context.explicit);

const whatIsNoJson = jsonParseLinter();

/** The text of the definition, in step with its form. What is typed is checked by the language, and completed by its schema. */
export default function JsonEditor() {
  const translate = useTranslate();
  const { state, dispatch, problems } = useBuilder();
  const place = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<EditorView | null>(null);
  const label = translate('sectionBuilder.json.label');
  const type = useRef(dispatch);
  type.current = dispatch;
  const first = useRef(state.text);

  useEffect(() => {
    if (!place.current) return undefined;
    let pause: ReturnType<typeof setTimeout> | undefined;
    const editor = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: first.current,
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
          syntaxHighlighting(COLOURS),
          THEME,
          // A text that is no JSON is reported at once; problems of the language come with the next drawing.
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
            if (!docChanged || transactions.some((one) => one.annotation(OF_FORM))) return;
            type.current({ type: 'type', text: next.doc.toString() });
            clearTimeout(pause);
            pause = setTimeout(() => type.current({ type: 'end-step' }), PAUSE);
          }),
          EditorView.domEventHandlers({ blur: () => type.current({ type: 'end-step' }) }),
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
    const typed = view.state.doc.toString();
    if (typed !== state.text)
      view.dispatch({ changes: differingPart(typed, state.text), annotations: OF_FORM.of(true) });
  }, [view, state.text]);

  useEffect(() => {
    if (!view) return;
    const ofLanguage = problems.map((one): Diagnostic => {
      const { from, to } = rangeOf(view.state, one.place);
      return { from, to, severity: 'error', message: problemReason(one, text) };
    });
    const broken = () =>
      whatIsNoJson(view).map((one) => ({ ...one, message: translate('sectionBuilder.input.badJson') }));
    const diagnostics = state.isJson ? ofLanguage : broken();
    view.dispatch(setDiagnostics(view.state, diagnostics));
  }, [view, problems, state.isJson, translate]);

  return (
    <section className={classes.pane} aria-label={label}>
      {state.isJson ? null : (
        <p className={classes.broken} role="status">
          {translate('sectionBuilder.json.broken')}
        </p>
      )}
      <div ref={place} className={classes.editor} />
      <p className={classes.help}>{translate('sectionBuilder.json.help')}</p>
    </section>
  );
}
