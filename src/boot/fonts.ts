/** Sets the texts in Inter: `fonts.css` looks at `data-fonts`. */
function setFonts(): void {
  document.documentElement.dataset.fonts = '';
}

/**
 * On a first visit a font of the system of the same width stands in, so that 100 KB of fonts do not come before the code. Once
 * the service worker keeps the fonts, Inter is there before the first text.
 * @param first settles when what the page is opened for has come
 */
export function followFonts(first: Promise<unknown>): void {
  const areKept = 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;
  if (areKept) setFonts();
  else first.then(setFonts, setFonts);
}
