import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDERS = ['src', 'server', 'resources'];

/** Words that say what was done to a value, or where it stands, instead of what it is. */
const VAGUE = new Set(
  (
    'known found said told given asked held kept made wanted taken shown left gone seen done sent meant called chosen picked ' +
    'opened closed typed written stored saved loaded fetched heard come brought drawn of with in on out off here there thing ' +
    'things others own what who whom whole more less this that these those both each any some such former later then again past ' +
    'behind ahead along'
  ).split(' '),
);
/** Lines for which such a name may live: where it is made and used can be seen at once. */
const MAX_LIFE = 3;

/** Declares such a name, and a setter that is not called as its state: a check that does not find them is broken. */
const EXAMPLE = 'const known = read();\nuse(1);\nuse(2);\nuse(known);\nconst [isOpen, setShown] = useState(false);\n';

const isDeclaration = (node) =>
  (ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node)) && ts.isIdentifier(node.name);

const isScope = (node) =>
  ts.isBlock(node) ||
  ts.isSourceFile(node) ||
  ts.isFunctionLike(node) ||
  ts.isForOfStatement(node) ||
  ts.isForStatement(node) ||
  ts.isCatchClause(node);

/** The part of a file in which the name of a declaration is known. */
function findScope(declaration) {
  let node = declaration.parent;
  while (!isScope(node)) node = node.parent;
  return node;
}

/** Where a name is used for the last time in a part of a file. */
function lastUse(scope, name) {
  let end = 0;
  const look = (node) => {
    if (ts.isIdentifier(node) && node.text === name) end = Math.max(end, node.getEnd());
    ts.forEachChild(node, look);
  };
  look(scope);
  return end;
}

/** The setter of a React state, and what it must be called: `setIsOpen` for `isOpen`. Null for other declarations. */
function findSetter(node) {
  if (!ts.isVariableDeclaration(node) || !ts.isArrayBindingPattern(node.name) || !node.initializer) return null;
  if (!ts.isCallExpression(node.initializer) || node.initializer.expression.getText() !== 'useState') return null;
  const [state, setter] = node.name.elements.map((element) => element.name?.getText() ?? '');
  return state && setter ? { setter, expected: `set${state[0].toUpperCase()}${state.slice(1)}` } : null;
}

function vagueNamesIn(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const lineAt = (position) => source.getLineAndCharacterOfPosition(position).line + 1;
  const names = [];
  const look = (node) => {
    if (isDeclaration(node) && VAGUE.has(node.name.text)) {
      const line = lineAt(node.name.getStart());
      const life = lineAt(lastUse(findScope(node), node.name.text)) - line + 1;
      if (life > MAX_LIFE)
        names.push(`${file}:${line}: \`${node.name.text}\` does not say what it holds, for ${life} lines`);
    }
    const found = findSetter(node);
    if (found && found.setter !== found.expected)
      names.push(`${file}:${lineAt(node.getStart())}: \`${found.setter}\` must be called \`${found.expected}\``);
    ts.forEachChild(node, look);
  };
  look(source);
  return names;
}

/**
 * Looks for variables and parameters whose name is a participle or a preposition and that live longer than three lines, and for
 * setters of React states that are not called as their state.
 * @returns {string[]} one line each: file, line, name
 * @throws when the check itself finds nothing where there is something
 */
export function vagueNames() {
  if (vagueNamesIn('example.ts', EXAMPLE).length !== 2)
    throw new Error('The check of names does not find `known` or `setShown`');
  return FOLDERS.flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .flatMap((file) => vagueNamesIn(file, readFileSync(join(ROOT, file), 'utf8')));
}
