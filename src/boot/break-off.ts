/** Shows what `index.html` says when the console does not come: that it did not, and a way to load it again. */
export function breakOff(): void {
  document.documentElement.dataset.screen = 'broken';
  document.getElementById('reload')?.addEventListener('click', () => location.reload());
}
