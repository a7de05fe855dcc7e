import { describe, expect, it } from 'vitest';
import { checkFiles } from './files.ts';
import { problemsIn } from './testing/fixture-project.ts';

describe('check: files', () => {
	it('passes short files with names in kebab-case', () => {
		expect(problemsIn({ 'a/some-file.test.ts': 'x\n'.repeat(399), 'a/$id.tsx': '', 'a/__root.tsx': '' }, checkFiles)).toEqual([]);
	});

	it('fails on a relative path that does not exist', () => {
		const reads = (path: string) => ({ 'a/b/reads.ts': `new URL('${path}', import.meta.url)`, 'a/data.json': '' });
		expect(problemsIn(reads('../data.json'), checkFiles)).toEqual([]);
		expect(problemsIn(reads('../../data.json'), checkFiles)).toEqual(["a/b/reads.ts: ../../data.json doesn't exist"]);
	});

	it('fails on a long file and on another name', () => {
		expect(problemsIn({ 'a/long.ts': 'x\n'.repeat(400) }, checkFiles)).toEqual(['a/long.ts: 401 lines, at most 400']);
		expect(problemsIn({ 'a/SomeFile.ts': '' }, checkFiles)).toEqual(['a/SomeFile.ts: file names are kebab-case']);
	});
});
