/** The import graph, read from the text of the files: values and types, re-exports, dynamic imports, `import('x').T` and worker files. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

export interface Import {
	/** As written: './x.ts', '@sw/store/open', 'zod'. */
	name: string;
	kind: 'value' | 'type';
}

export interface Edge {
	/** Paths from the root, with '/' between folders. */
	from: string;
	to: string;
	kind: Import['kind'];
}

/** A clause contains only names, braces, commas and stars, so that a match never spans other statements. */
const IMPORT_CLAUSE = /(?:^|\n)[ \t]*(?:import|export)\s+(type\s+(?!from\b))?(?:[\w$\s{},*]*?\bfrom\s*)?['"]([^'"\n]+)['"]/g;
const DYNAMIC_IMPORT = /(typeof\s+)?\bimport\(\s*['"]([^'"\n]+)['"]\s*\)(?:\.(\w+))?/g;
const WORKER_FILE = /\bnew Worker\(\s*new URL\(\s*['"]([^'"\n]+)['"]/g;

export function importsOf(text: string): Import[] {
	return [
		...[...text.matchAll(IMPORT_CLAUSE)].map(([, type, name = '']): Import => ({ name, kind: type ? 'type' : 'value' })),
		// `import('x').Name` is a type; a call of import() returns a promise.
		...[...text.matchAll(DYNAMIC_IMPORT)].map(
			([, type, name = '', member]): Import => ({
				name,
				kind: type || (member && !['then', 'catch', 'finally'].includes(member)) ? 'type' : 'value',
			}),
		),
		...[...text.matchAll(WORKER_FILE)].map(([, name = '']): Import => ({ name, kind: 'value' })),
	];
}

export interface FileImports {
	file: string;
	text: string;
	imports: (Import & { to: string | undefined })[];
}

export function readImports(root: string, files: readonly string[]): FileImports[] {
	return files.map((file) => {
		const text = readFileSync(join(root, file), 'utf8');
		return { file, text, imports: importsOf(text).map((parsed) => ({ ...parsed, to: resolveImport(root, file, parsed.name) })) };
	});
}

/** The imported file as a path from the root; undefined for a library. */
function resolveImport(root: string, from: string, name: string): string | undefined {
	const [path = ''] = name.split('?');
	const workspace = /^@sw\/([\w-]+)(?:\/(.+))?$/.exec(path);
	const base = workspace
		? `packages/${workspace[1]}/src/${workspace[2] ?? 'index'}`
		: path.startsWith('.')
			? posix.join(dirname(from), path)
			: undefined;
	return base && ([base, `${base}.ts`, `${base}.tsx`].find((file) => /\.\w+$/.test(file) && existsSync(join(root, file))) ?? base);
}

export function edgesOf(files: readonly FileImports[]): Edge[] {
	return files.flatMap(({ file, imports }) => imports.flatMap(({ to, kind }) => (to === undefined ? [] : [{ from: file, to, kind }])));
}

/** Whether a file is a test, or code that only tests use. Such files may import everything. */
export function isTest(file: string): boolean {
	return /\.test(?:-d)?\.tsx?$|\/testing\//.test(file);
}
