/**
 * docs/architecture.md against the folders. Read is the first fenced block under '## Rooms': a tree of lines that begin with a name, a line deeper in standing in the folder above it.
 * A name ends with '/' for a folder or with an extension for a file, may hold several steps ('packages/server/src/') and '<name>' for any; several names on one line are sisters;
 * what follows the names, and a line that begins with another word, describes.
 */
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const PAGE = 'docs/architecture.md';
/** Folders whose every room the page must name, but for `testing`. */
const HOLDERS = [
	'packages/domain/src',
	'packages/server/src',
	'packages/server/src/intake',
	'packages/server/src/market',
	'packages/server/src/reports',
	'packages/web/src',
];
const NAME = /^(?:[\w.<>$@-]+\/)+$|^(?:[\w.<>$@-]+\/)*[\w.<>$@-]+\.(?:ts|tsx|mjs|json|tsv|md)$/;

/** The paths from the root that the tree names. */
export const roomsOf = (markdown: string): string[] | undefined => {
	const tree = /^## Rooms$[\s\S]*?^```\w*\n([\s\S]*?)^```/m.exec(markdown)?.[1];
	if (tree === undefined || /^## (?!Rooms$)/m.test(markdown.slice(markdown.indexOf('## Rooms'), markdown.indexOf(tree)))) return undefined;
	const above: { depth: number; path: string }[] = [];
	return tree.split('\n').flatMap((line) => {
		const depth = /^\s*/.exec(line)?.[0].replace(/\t/g, '    ').length ?? 0;
		const words = line.trim().split(/[\s,]+/);
		const described = words.findIndex((word) => !NAME.test(word));
		const names = words.slice(0, described < 0 ? undefined : described);
		if (names.length === 0) return [];
		while ((above.at(-1)?.depth ?? -1) >= depth) above.pop();
		const paths = names.map((name) => `${above.at(-1)?.path ?? ''}${name}`);
		above.push({ depth, path: paths.at(-1) ?? '' });
		return paths;
	});
};

export const brokenRooms = (root: string): string[] => {
	const named = roomsOf(readFileSync(join(root, PAGE), 'utf8'));
	if (!named) return [`${PAGE}: no fenced tree under '## Rooms'`];
	const patterns = named.map((path) => path.replace(/<[^>]*>/g, '*').replace(/\/$/, ''));
	const found = new Set(patterns.flatMap((pattern) => (pattern.includes('*') ? globSync(pattern, { cwd: root }) : [pattern])));
	return [
		...named
			.filter((path, i) => {
				const pattern = patterns[i] ?? '';
				return pattern.includes('*') ? globSync(pattern, { cwd: root }).length === 0 : !existsSync(join(root, path));
			})
			.map((path) => `${PAGE}: the room ${path} is not there`),
		...HOLDERS.filter((holder) => existsSync(join(root, holder))).flatMap((holder) =>
			readdirSync(join(root, holder), { withFileTypes: true })
				.filter((entry) => entry.isDirectory() && entry.name !== 'testing' && !found.has(`${holder}/${entry.name}`))
				// What an older checkout has left behind is no room.
				.filter(({ name }) =>
					readdirSync(join(root, holder, name), { recursive: true, withFileTypes: true }).some((entry) => entry.isFile()),
				)
				.map(({ name }) => `${PAGE}: does not name the room ${holder}/${name}/`),
		),
	];
};
