const px = (length: string): number => Number.parseFloat(length) || 0;

/**
 * Lays out virtual lists, which jsdom does not: says how high their window and their rows are, px, and lets them scroll as far as
 * their rows go.
 */
export function rowsInWindow(sizes: { window: number; row: number }): void {
  jest.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(sizes.window);
  jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(sizes.row);
  jest.spyOn(Element.prototype, 'scrollHeight', 'get').mockImplementation(function (this: Element) {
    const list = this.lastElementChild;
    if (!(list instanceof HTMLElement) || !list.style.paddingTop) return sizes.window;
    const rows = list.childElementCount * sizes.row;
    return Math.max(sizes.window, px(list.style.paddingTop) + rows + px(list.style.paddingBottom));
  });
  Element.prototype.scrollTo = function scrollTo(this: Element, to?: ScrollToOptions | number) {
    const top = typeof to === 'object' ? (to.top ?? 0) : 0;
    const next = Math.max(0, Math.min(top, this.scrollHeight - this.clientHeight));
    if (next === this.scrollTop) return;
    this.scrollTop = next;
    // Told later, as browsers do.
    queueMicrotask(() => this.dispatchEvent(new Event('scroll')));
  };
}
