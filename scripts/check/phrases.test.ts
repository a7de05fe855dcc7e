import { describe, expect, it } from 'vitest';
import { checkPhrases } from './phrases.ts';
import { problemsIn } from './testing/fixture-project.ts';

function problemsOf(file: string, text: string): string[] {
	return problemsIn({ [file]: text }, checkPhrases);
}

describe('check: phrases', () => {
	it.each([
		['plain English', "/** Default: 20. */\nexport const label = 'Page size (1-100, default 20)';"],
		['names and single words', "const told = tells('mend');"],
		['idioms that only look alike', '// The first open stands in for a missing close; sources are told apart by name; wall-clock time.'],
	])('passes over %s', (_, text) => {
		expect(problemsOf('packages/web/src/a.ts', text)).toEqual([]);
	});

	it('passes over code in pages, and its own list of phrases', () => {
		expect(problemsOf('docs/a.md', 'Run `mend anew`.\n```\nin vain\n```\n')).toEqual([]);
		expect(problemsOf('scripts/check/phrases.test.ts', "it('is told', () => {});")).toEqual([]);
	});

	it.each([
		['packages/command/src/a.ts', "const help = 'Tickers of a page; 20 unless told.';", 1, 'unless told', 'default: ...'],
		['packages/server/src/a.ts', '/** Made anew. */', 1, 'anew', 'again, refresh, rebuild'],
		['packages/web/src/a.tsx', 'export const A = () => (\n\t<p>Breadth did not arrive</p>\n);', 2, 'did not arrive', "couldn't load ..."],
		[
			'packages/web/src/words.ts',
			"export const words = { look: 'Nobody has looked yet' };",
			1,
			'Nobody',
			'the role: a user, no reader, all traders',
		],
		['packages/web/src/a.test.tsx', "it('is told by mail', () => {});", 1, 'is told', 'shown, notified, reported'],
		['e2e/tests/a.spec.ts', '// Nobody is signed in.', 1, 'Nobody', 'the role: a user, no reader, all traders'],
		['docs/b.md', 'Its colour, blue unless\ntold.\n', 1, 'unless\ntold', 'default: ...'],
		['packages/command/bin/a.mjs', '// Whoever starts it.', 1, 'Whoever', 'users who ...'],
		['packages/web/src/a.css', '/* Made anew. */\n', 1, 'anew', 'again, refresh, rebuild'],
		['deploy/nginx.conf', 'server {\n\t# Kept in vain.\n}\n', 2, 'in vain', 'failed'],
		['docs/a.md', 'A page.\n\nIt tells what is new.\n', 3, 'tells', 'says, shows, notifies'],
	])('fails on a banned phrase in strings, comments, elements, words, tests and pages: %s %s', (file, text, line, phrase, better) => {
		expect(problemsOf(file, text)).toEqual([`${file}:${line}: '${phrase}', write: ${better}`]);
	});

	it('fails on a long line of a page, unless it is a row of a table or code', () => {
		const long = 'word '.repeat(40).trim();
		expect(problemsOf('docs/a.md', `${long}\n\n| ${long} |\n\n\`\`\`\n${long}\n\`\`\`\n`)).toEqual([
			'docs/a.md:1: 199 characters in a line, at most 160',
		]);
	});
});
