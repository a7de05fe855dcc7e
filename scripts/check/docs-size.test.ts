import { describe, expect, it } from 'vitest';
import { checkDocsSize } from './docs-size.ts';
import { problemsIn } from './testing/fixture-project.ts';

const DECISION = '# 0001. Node\n\nStatus: accepted\n';

function problemsOf(pages: Record<string, string>): string[] {
	return problemsIn(pages, checkDocsSize);
}

function words(n: number): string {
	return 'word '.repeat(n);
}

describe('check: size of the docs', () => {
	it('passes with 30,000 words, not counting generated pages, the specification and pages elsewhere', () => {
		const more = words(40_000);
		expect(
			problemsOf({
				'docs/a.md': words(29_995),
				'docs/decisions/0001-node.md': DECISION,
				'docs/generated/b.md': more,
				'docs/spec/c.md': more,
				'README.md': more,
			}),
		).toEqual([]);
	});

	it('fails with a word more, wherever it is', () => {
		expect(problemsOf({ 'docs/a.md': words(29_994), 'docs/deep/b.md': 'word\n', 'docs/decisions/0001-node.md': DECISION })).toEqual([]);
		expect(problemsOf({ 'docs/a.md': words(29_995), 'docs/deep/b.md': 'word\n', 'docs/decisions/0001-node.md': DECISION })).toEqual([
			'docs/: 30001 words, at most 30000; cut what another page says too',
		]);
	});

	it.each([
		['a long one', { '0001-node.md': `${DECISION}${'line\n'.repeat(58)}` }, 'docs/decisions/0001-node.md: 61 lines, at most 60'],
		[
			'one without a number',
			{ 'node.md': '# Node\n' },
			'docs/decisions/node.md: name it by a number and its subject, such as 0001-node.md',
		],
		['one with another heading', { '0002-node.md': DECISION }, "docs/decisions/0002-node.md: its heading must begin with '# 0002. '"],
		[
			'two of one number',
			{ '0001-node.md': DECISION, '0001-other.md': '# 0001. Other\n' },
			'docs/decisions/0001-other.md: has the number of docs/decisions/0001-node.md',
		],
	])('fails on a decision: %s', (_, decisions, problem) => {
		expect(problemsOf(Object.fromEntries(Object.entries(decisions).map(([name, text]) => [`docs/decisions/${name}`, text])))).toEqual([
			problem,
		]);
	});
});
