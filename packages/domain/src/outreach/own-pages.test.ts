import { expect, it } from 'vitest';
import { TEXT_PAGES } from './information.ts';
import { beginsWithHeading, OWN_PAGE_FILES } from './own-pages.ts';

it('knows a file for each page of words, none for the one that shows a wheel', () => {
	expect([...OWN_PAGE_FILES.values()]).toEqual(TEXT_PAGES.map(({ path }) => path));
	expect(OWN_PAGE_FILES.has('about.md')).toBe(false);
	expect(OWN_PAGE_FILES.get('privacy-policy.md')).toBe('/privacy-policy');
});

it.each(['# Terms', '\n\r\n  # Terms #\r\nWords.', '# *Terms*', '# #1 of all'])('finds the heading that %j begins with', (text) => {
	expect(beginsWithHeading(text)).toBe(true);
});

it.each(['', 'Words.\n\n# Terms', '## Terms', '#Terms', '#', '# \n', '# #', '    # Terms', '```\n# Terms\n```'])(
	'finds none where %j begins with none',
	(text) => {
		expect(beginsWithHeading(text)).toBe(false);
	},
);
