/**
 * Compares the module tree in docs/architecture.md, the first fenced block under '## Modules', with the folders. Each line begins with one or more
 * names, which are siblings; a deeper line is inside the folder above it. A name ends with '/' for a folder or with an extension for a file, and can
 * have several segments ('packages/server/src/'); '<name>' matches anything. The rest of a line, and a line that begins with any other word, is
 * description.
 */
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const PAGE = 'docs/architecture.md';
/** Folders whose every sub-folder the page must name, except `testing`. */
const DOCUMENTED = [
	'packages/domain/src',
	'packages/server/src',
	'packages/server/src/intake',
	'packages/server/src/market',
	'packages/server/src/reports',
	'packages/web/src',
];
const NAME = /^(?:[\w.<>$@-]+\/)+$|^(?:[\w.<>$@-]+\/)*[\w.<>$@-]+\.(?:ts|tsx|mjs|json|tsv|md)$/;

export function checkModuleTree(root: string): string[] {
	const treePaths = modulePathsOf(readFileSync(join(root, PAGE), 'utf8'));
	if (!treePaths) return [`${PAGE}: no fenced tree under '## Modules'`];
	const patterns = treePaths.map((path) => path.replace(/<[^>]*>/g, '*').replace(/\/$/, ''));
	const documentedPaths = new Set(patterns.flatMap((pattern) => (pattern.includes('*') ? globSync(pattern, { cwd: root }) : [pattern])));
	const missing = treePaths.filter((path, i) => {
		const pattern = patterns[i] ?? '';
		return pattern.includes('*') ? globSync(pattern, { cwd: root }).length === 0 : !existsSync(join(root, path));
	});
	return [
		...missing.map((path) => `${PAGE}: ${path} doesn't exist`),
		...DOCUMENTED.filter((folder) => existsSync(join(root, folder))).flatMap((folder) =>
			readdirSync(join(root, folder), { withFileTypes: true })
				.filter((entry) => entry.isDirectory() && entry.name !== 'testing' && !documentedPaths.has(`${folder}/${entry.name}`))
				.filter(({ name }) => hasFiles(join(root, folder, name)))
				.map(({ name }) => `${PAGE}: doesn't name ${folder}/${name}/`),
		),
	];
}

/** The paths from the repository root that the tree names; undefined when there is no tree. */
export function modulePathsOf(markdown: string): string[] | undefined {
	const tree = /^## Modules$[\s\S]*?^```\w*\n([\s\S]*?)^```/m.exec(markdown)?.[1];
	if (tree === undefined || /^## (?!Modules$)/m.test(markdown.slice(markdown.indexOf('## Modules'), markdown.indexOf(tree))))
		return undefined;
	const ancestors: { depth: number; path: string }[] = [];
	return tree.split('\n').flatMap((line) => {
		const depth = /^\s*/.exec(line)?.[0].replace(/\t/g, '    ').length ?? 0;
		const words = line.trim().split(/[\s,]+/);
		const descriptionStart = words.findIndex((word) => !NAME.test(word));
		const names = words.slice(0, descriptionStart < 0 ? undefined : descriptionStart);
		if (names.length === 0) return [];
		while ((ancestors.at(-1)?.depth ?? -1) >= depth) ancestors.pop();
		const paths = names.map((name) => `${ancestors.at(-1)?.path ?? ''}${name}`);
		ancestors.push({ depth, path: paths.at(-1) ?? '' });
		return paths;
	});
}

/** An older checkout can leave empty folders behind. */
function hasFiles(folder: string): boolean {
	return readdirSync(folder, { recursive: true, withFileTypes: true }).some((entry) => entry.isFile());
}
