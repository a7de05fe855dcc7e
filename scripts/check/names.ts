/** Checks names in code against docs/glossary.md: words of the specification's calls stay in the contract, and a folder's name has one meaning. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Words of the specification's calls, and the word to use instead. Only the contract uses these, because its names follow the calls' paths. */
const WORDS_OF_CALLS: readonly (readonly [RegExp, string])[] = [
	[/sectorCharts?|rankedList/i, 'a list of the workspace or of visitors'],
	[/blackList/i, 'freezing, frozen'],
];
/** Folder names that had several meanings. */
const UNIQUE_FOLDERS: Readonly<Record<string, readonly string[]>> = {
	market: ['packages/server/src/market/', 'packages/server/src/intake/testing/golden/market/'],
	search: ['packages/server/src/research/search/'],
	workspace: ['packages/server/src/areas/signals/workspace/', 'packages/web/src/features/signals/workspace/'],
};
const DECLARATION = /\b(?:type|interface|class|enum|function|const|let) (\w+)/g;

export function checkNames(root: string, files: readonly string[]): string[] {
	return files.flatMap((file) => {
		const folders = Object.entries(UNIQUE_FOLDERS)
			.filter(([name, places]) => file.split('/').slice(0, -1).includes(name) && !places.some((place) => file.startsWith(place)))
			.map(([name]) => `${file}: a folder '${name}' means something else, see docs/glossary.md`);
		// The tests of the checks contain such names as text.
		if (file.startsWith('packages/contract/') || file.startsWith('scripts/check/')) return folders;
		const names = [...readFileSync(join(root, file), 'utf8').matchAll(DECLARATION)].map(([, name = '']) => name);
		const words = names.flatMap((name) =>
			WORDS_OF_CALLS.filter(([word]) => word.test(name)).map(([, preferred]) => `${file}: ${name}: outside of calls, use ${preferred}`),
		);
		return [...folders, ...words];
	});
}
