/** What is brought along is not typed; a widget may say what it is. */
export default function BroughtInput() {
  return null;
}
