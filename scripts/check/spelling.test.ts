import { describe, expect, it } from 'vitest';
import { houseWords, idleWords, misspelt } from './spelling.ts';
import { house } from './testing/house.ts';

/** Put together here, so that the gate does not find them in this file. */
const wrong = (text: string): string => text.replaceAll('~', '');
const spelt = async (texts: Record<string, string>): Promise<string[]> => {
	using built = house(texts);
	return misspelt(built.root, built.files);
};

describe('the gate for spelling', () => {
	it('passes over what is spelt, the names and words of the house, symbols and data', async () => {
		expect(
			await spelt({
				'packages/web/src/a.ts':
					'/** The colour of a favourite. */\nexport const delistedOf = (marketcap: number) => [marketcap, "AAPL XNTK"];\n',
				'docs/a.md': 'Signalwheel reads intraday bars.\n',
				'packages/domain/b.tsv': wrong('rec~ieve\n'),
			}),
		).toEqual([]);
	});

	it('fails on names, comments, screen texts, styles and pages, and says what was meant', async () => {
		const found = await spelt({
			'packages/domain/src/a.ts': wrong('export const calcu~altePrice = 1;\n'),
			'packages/server/src/b.ts': wrong('/** Rec~ieves a report. */\nexport const b = 1;\n'),
			'packages/web/src/words.ts': wrong("export const TITLE = 'Your favou~irtes';\n"),
			'packages/web/src/c.css': wrong('.seper~ator { color: red; }\n'),
			'docs/d.md': wrong('An occu~rance.\n'),
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
