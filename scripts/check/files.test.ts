import { describe, expect, it } from 'vitest';
import { brokenFiles } from './files.ts';
import { said } from './testing/house.ts';

describe('the gate for files', () => {
	it('passes short files with names in kebab-case', () => {
		expect(said({ 'a/some-file.test.ts': 'x\n'.repeat(399), 'a/$id.tsx': '', 'a/__root.tsx': '' }, brokenFiles)).toEqual([]);
	});

	it('fails on a path beside the file that leads nowhere', () => {
		const reads = (path: string) => ({ 'a/b/reads.ts': `new URL('${path}', import.meta.url)`, 'a/data.json': '' });
		expect(said(reads('../data.json'), brokenFiles)).toEqual([]);
		expect(said(reads('../../data.json'), brokenFiles)).toEqual(['a/b/reads.ts: ../../data.json is not there']);
	});

	it('fails on a long file and on another name', () => {
		expect(said({ 'a/long.ts': 'x\n'.repeat(400) }, brokenFiles)).toEqual(['a/long.ts: 401 lines, at most 400']);
		expect(said({ 'a/SomeFile.ts': '' }, brokenFiles)).toEqual(['a/SomeFile.ts: names are kebab-case']);
	});
});
