import { ThemeProvider } from '@mui/material/styles';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import classes from './preview.module.css';

/** How often the styles that came meanwhile are taken over, ms. */
const PERIOD = 400;

/** The rules of a sheet; what they name by its address is found from the frame too. */
function rulesOf({ cssRules, href }: CSSStyleSheet): string {
  const text = [...cssRules].map(({ cssText }) => cssText).join('\n');
  if (href === null) return text;
  return text.replaceAll(/url\("(?!data:)([^"]+)"\)/g, (_, address: string) => `url("${new URL(address, href).href}")`);
}

/** The text of every rule of the page, its own sheets and those that widgets have made. */
const rulesOfPage = (): string => [...document.styleSheets].map(rulesOf).join('\n');

const ruleCount = (): number => [...document.styleSheets].reduce((count, { cssRules }) => count + cssRules.length, 0);

/** Keeps the styles and the theme of a frame as those of the page. @returns how to stop */
function followStyles(inner: Document): () => void {
  const style = inner.createElement('style');
  inner.head.append(style);
  let count = -1;
  const follow = () => {
    for (const { name, value } of document.documentElement.attributes) inner.documentElement.setAttribute(name, value);
    const next = ruleCount();
    if (next === count) return;
    count = next;
    style.textContent = rulesOfPage();
  };
  follow();
  const timer = setInterval(follow, PERIOD);
  return () => clearInterval(timer);
}

/** A window of the width of a phone, so that the page in it is drawn as there. */
export function PhoneFrame({ title, children }: { title: string; children: ReactNode }) {
  const [frame, setFrame] = useState<HTMLIFrameElement | null>(null);
  const body = frame?.contentDocument?.body ?? null;
  useEffect(() => {
    const inner = frame?.contentDocument;
    return inner ? followStyles(inner) : undefined;
  }, [frame]);
  return (
    <div className={classes.phone}>
      <iframe ref={setFrame} className={classes.screen} title={title} />
      {body ? createPortal(<InFrame body={body}>{children}</InFrame>, body) : null}
    </div>
  );
}

/** Menus and dialogs open in the frame too. */
function InFrame({ body, children }: { body: HTMLElement; children: ReactNode }) {
  const withContainer = useMemo(
    () => (outer: { components?: object }) => {
      const inside = { defaultProps: { container: body } };
      return { ...outer, components: { ...outer.components, MuiModal: inside, MuiPopper: inside, MuiPopover: inside } };
    },
    [body],
  );
  return (
    <ThemeProvider theme={withContainer}>
      <div className={classes.inside}>{children}</div>
    </ThemeProvider>
  );
}
