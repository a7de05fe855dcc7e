import { describe, expect, it } from 'vitest';
import { houseWords, idleWords, misspelt } from './spelling.ts';
import { house } from './testing/house.ts';

const spelt = async (texts: Record<string, string>): Promise<string[]> => {
	using built = house(texts);
	return await misspelt(built.root, built.files);
};

describe('the gate for spelling', () => {
	it('passes over what is spelt, the names and words of the house, symbols and data', async () => {
		expect(
			await spelt({
				'packages/web/src/a.ts':
					'/** The colour of a favourite. */\nexport const delistedOf = (marketcap: number) => [marketcap, "AAPL XNTK"];\n',
				'docs/a.md': 'Signalwheel reads intraday bars.\n',
				'packages/domain/b.tsv': 'recieve\n',
			}),
		).toEqual([]);
	});

	it('fails on names, comments, screen texts, styles and pages, and says what was meant', async () => {
		const found = await spelt({
			'packages/domain/src/a.ts': 'export const calcualtePrice = 1;\n',
			'packages/server/src/b.ts': '/** Recieves a report. */\nexport const b = 1;\n',
			'packages/web/src/words.ts': "export const TITLE = 'Your favouirtes';\n",
			'packages/web/src/c.css': '.seperator { color: red; }\n',
			'docs/d.md': 'An occurance.\n',
		});
		expect(found.map((line) => line.split("'")[0]?.trim())).toEqual([
			'packages/domain/src/a.ts:1:',
			'packages/server/src/b.ts:1:',
			'packages/web/src/words.ts:1:',
			'packages/web/src/c.css:1:',
			'docs/d.md:1:',
		]);
		expect(found.join()).toContain('Receives');
	});

	it('fails on a word that has a plainer one', async () => {
		expect(await spelt({ 'docs/a.md': 'Something is amiss.\n' })).toEqual(["docs/a.md:1: 'amiss' is not plain English; meant: wrong"]);
	});

	it('fails when it cannot run', async () => {
		expect(await misspelt('/nowhere', ['a.md'])).toEqual([expect.stringContaining('cspell could not run')]);
	});

	it('keeps the house’s dictionary in order, without words that nobody uses', () => {
		using built = house({ 'a.ts': 'const delistedAt = 1;\n' });
		expect(idleWords(built.root, built.files, ['delisted'])).toEqual([]);
		expect(idleWords(built.root, built.files, ['delisted', 'delisted'])).toEqual([expect.stringContaining('twice or out of order')]);
		expect(idleWords(built.root, built.files, ['intraday'])).toEqual(["words.txt: nothing uses 'intraday'"]);
		expect(houseWords().length).toBeGreaterThan(50);
	});
});
