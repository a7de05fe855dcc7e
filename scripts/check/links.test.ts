import { describe, expect, it } from 'vitest';
import { checkLinks } from './links.ts';
import { problemsIn } from './testing/fixture-project.ts';

const TREE = {
	'package.json': JSON.stringify({ scripts: { check: 'x' } }),
	'docs/other.md': '# Other\n\n## The `way`, of a bar!\n\n## Twice\n\n## Twice\n',
	'packages/server/src/main.ts': '',
	'scripts/check/links.ts': '',
};

function links(text: string): string[] {
	return problemsIn({ ...TREE, 'docs/page.md': text }, checkLinks);
}

describe('check: links', () => {
	it.each([
		'[other](other.md), [there](./other.md#the-way-of-a-bar), [root](/docs/other.md), ![picture](../packages/server/src/main.ts)',
		'# Own heading\n\n[here](#own-heading)',
		'[second](other.md#twice-1)',
		'[web](https://example.com/nothing.md), [mail](mailto:a@b.test)',
		'[named]\n\n[named]: other.md',
		'`packages/server/src/main.ts`, `packages/server/src/main.ts:12`, `packages/<name>/src/`, `packages/*/src/*.ts`',
		'`main.ts`, `check/links.ts`, `other.md`',
		'`npm run check`, `a.b`, `data/x`, `https://x.y/z.ts`',
		'```\n[nowhere](nothing.md) `packages/nothing.ts`\n```',
	])('passes %j', (text) => {
		expect(links(text)).toEqual([]);
	});

	it.each([
		['[nowhere](nothing.md)', 'broken link nothing.md'],
		['![picture](pictures/none.svg)', 'broken link pictures/none.svg'],
		['[named]\n\n[named]: nothing.md', 'broken link nothing.md'],
		['[there](other.md#nothing)', 'docs/other.md has no heading #nothing'],
		['# A\n\n[here](#b)', 'docs/page.md has no heading #b'],
		['`packages/server/src/gone.ts`', "packages/server/src/gone.ts doesn't exist"],
		['`packages/<name>/gone/`', "packages/<name>/gone/ doesn't exist"],
		['`gone.ts`', 'no file is named gone.ts'],
		['npm run gone', 'npm run gone is not a script'],
	])('fails on %j', (text, problem) => {
		expect(links(text)).toEqual([`docs/page.md: ${problem}`]);
	});
});
