import { describe, expect, it } from 'vitest';
import { checkCoverage, extractTitles } from './coverage.ts';
import { problemsIn } from './testing/fixture-project.ts';

const TESTS = `describe('not this', () => {
	it('shows one thing', () => {});
	it.each([['a', (x) => f(x)], ['b']])('answers %s with words', () => {});
	itWithData("reads the market's files", { timeout: 1 }, () => {});
	test(\`\${screen.name}: is accessible\`, async () => {});
	test('it\\'s quoted', () => {});
});`;

function coverage(lines: string[], later = 0): string[] {
	return problemsIn({ 'docs/coverage.tsv': ['# kind\titem\ttest', ...lines, ''].join('\n'), 'a/a.test.ts': TESTS }, (root) =>
		checkCoverage(root, later),
	);
}

describe('check: coverage', () => {
	it('reads the titles of tests', () => {
		expect(extractTitles(TESTS)).toEqual([
			'shows one thing',
			'answers %s with words',
			"reads the market's files",
			'$' + '{screen.name}: is accessible',
			"it's quoted",
		]);
	});

	it('passes items that name a test by its words, or the part that will bring them', () => {
		expect(
			coverage(
				[
					'call\tGET /a\ta/a.test.ts#one thing',
					'call\tGET /b\ta/a.test.ts#answers %s',
					"call\tGET /c\ta/a.test.ts#market's files",
					'call\tGET /d\ta/a.test.ts#is accessible',
					'route\t/e\tlater: commerce',
				],
				1,
			),
		).toEqual([]);
	});

	it.each([
		['call\tGET /a\ta/gone.test.ts#one thing', 'the test a/gone.test.ts does not exist'],
		['call\tGET /a\t', 'the test (none) does not exist'],
		['call\tGET /a\ta/a.test.ts', 'a/a.test.ts names no test: add # and part of its title'],
		['call\tGET /a\ta/a.test.ts#another thing', "a/a.test.ts has no test named 'another thing'"],
		['call\tGET /a\ta/a.test.ts#not this', "a/a.test.ts has no test named 'not this'"],
	])('fails on %j', (line, problem) => {
		expect(coverage([line])).toEqual([`docs/coverage.tsv: call GET /a: ${problem}`]);
	});

	it('fails on an item listed twice', () => {
		const line = 'call\tGET /a\ta/a.test.ts#one thing';
		expect(coverage([line, line])).toEqual(['docs/coverage.tsv: call GET /a: listed twice']);
	});

	it.each(['later', 'later: some day'])('fails on %j, which names no part', (test) => {
		expect(coverage([`route\t/a\t${test}`], 1)).toEqual([expect.stringMatching(/'later' names one of: public pages, /)]);
	});

	it('fails when more items wait than before, and when the number was not lowered', () => {
		const rows = ['route\t/a\tlater: workspace', 'route\t/b\tlater: workspace'];
		expect(coverage(rows, 1)).toEqual(['docs/coverage.tsv: 2 items are missing, at most 1 are allowed; the number may only fall']);
		expect(coverage(rows, 3)).toEqual(['docs/coverage.tsv: 2 items are missing: lower LATER in scripts/check/coverage.ts from 3']);
	});
});
