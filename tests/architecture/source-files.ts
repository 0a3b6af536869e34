import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** The repository's own source files, read once and parsed on demand. */

export const root = path.resolve(import.meta.dirname, '../..');

export interface SourceFile {
  /** From the root of the repository, with slashes. */
  name: string;
  text: string;
}

export function sourceFiles(...folders: string[]): SourceFile[] {
  return folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(tsx?|mjs|cjs)$/.test(entry.name))
      .map((entry) => path.join(entry.parentPath, entry.name))
      .map((file) => ({
        name: path.relative(root, file).replaceAll(path.sep, '/'),
        text: readFileSync(file, 'utf8'),
      })),
  );
}

/** By name, because several tests read the same files. */
const parsed = new Map<string, ts.SourceFile>();

function parse({ name, text }: SourceFile): ts.SourceFile {
  const known = parsed.get(name);
  if (known?.text === text) return known;
  const tree = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  parsed.set(name, tree);
  return tree;
}

/** Every node of a file, in order. */
export function* nodesOf(file: SourceFile): Generator<ts.Node> {
  const queue: ts.Node[] = [parse(file)];
  for (let node = queue.pop(); node; node = queue.pop()) {
    yield node;
    node.forEachChild((child) => void queue.push(child));
  }
}

export const readJson = <T>(name: string): T => JSON.parse(readFileSync(path.join(root, name), 'utf8')) as T;
