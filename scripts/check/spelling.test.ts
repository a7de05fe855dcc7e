import { beforeAll, describe, expect, it } from 'vitest';
import { checkSpelling, projectWords, unusedWords } from './spelling.ts';
import { createProject } from './testing/fixture-project.ts';

/** One run of cspell for all tests: most of its time is spent on reading dictionaries. */
const TEXTS = {
	'packages/web/src/a.ts':
		'/** The colour of a favourite. */\nexport const delistedOf = (marketcap: number) => [marketcap, "AAPL XNTK"];\n',
	'docs/a.md': 'Signalwheel reads intraday bars.\n',
	'packages/domain/b.tsv': 'recieve\n',
	'packages/domain/src/a.ts': 'export const calcualtePrice = 1;\n',
	'packages/server/src/b.ts': '/** Recieves a report. */\nexport const b = 1;\n',
	'packages/web/src/words.ts': "export const TITLE = 'Your favouirtes';\n",
	'packages/web/src/c.css': '.seperator { color: red; }\n',
	'docs/d.md': 'An occurance.\n',
	'docs/e.md': 'Something is amiss.\n',
};

describe('check: spelling', () => {
	let found: string[] = [];
	beforeAll(async () => {
		using project = createProject(TEXTS);
		found = await checkSpelling(project.root, project.files);
	});
	const linesOf = (file: string): string[] => found.filter((line) => line.startsWith(`${file}:`));

	it.each(['packages/web/src/a.ts', 'docs/a.md', 'packages/domain/b.tsv'])(
		'accepts correct spelling, project names and words, symbols and data: %s',
		(file) => {
			expect(linesOf(file)).toEqual([]);
		},
	);

	it.each([
		['packages/domain/src/a.ts', 'calcualte'],
		['packages/server/src/b.ts', 'Recieves'],
		['packages/web/src/words.ts', 'favouirtes'],
		['packages/web/src/c.css', 'seperator'],
		['docs/d.md', 'occurance'],
	])('fails on names, comments, screen texts, styles and pages: %s', (file, word) => {
		expect(linesOf(file)).toEqual([expect.stringContaining(`${file}:1: '${word}' is not in a dictionary`)]);
	});

	it('says what was meant where that is known', () => {
		expect(linesOf('packages/server/src/b.ts')).toEqual([expect.stringContaining('; meant: Receives')]);
	});

	it('fails on a word that has a plainer one, and on no other line', () => {
		expect(linesOf('docs/e.md')).toEqual(["docs/e.md:1: 'amiss' is not plain English; meant: wrong"]);
		expect(found).toHaveLength(6);
	});

	it('fails when it cannot run', async () => {
		expect(await checkSpelling('/nowhere', ['a.md'])).toEqual([expect.stringContaining("cspell couldn't run")]);
	});

	it('keeps the project dictionary sorted and without unused words', () => {
		using project = createProject({ 'a.ts': 'const delistedAt = 1;\n' });
		expect(unusedWords(project.root, project.files, ['delisted'])).toEqual([]);
		expect(unusedWords(project.root, project.files, ['delisted', 'delisted'])).toEqual([
			expect.stringContaining('listed twice or out of order'),
		]);
		expect(unusedWords(project.root, project.files, ['intraday'])).toEqual(["words.txt: 'intraday' is unused"]);
		expect(projectWords().length).toBeGreaterThan(50);
	});
});
