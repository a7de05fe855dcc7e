import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createProject } from './check/testing/fixture-project.ts';
import { findStaleFiles } from './generate.ts';

const root = join(import.meta.dirname, '..');
const PAGE = 'docs/generated/environment.md';
const page = readFileSync(join(root, PAGE), 'utf8');

async function stale(texts: Record<string, string>): Promise<string[]> {
	using project = createProject(texts);
	return await findStaleFiles(project.root);
}

describe('check: generated files', () => {
	it('passes what the code says now', async () => {
		expect(await findStaleFiles(root)).toEqual([]);
		expect(await stale({ [PAGE]: page })).not.toContain(`${PAGE} is stale: run npm run generate`);
	});

	it('fails on a file that says something else, and on one that is not there', async () => {
		expect(await stale({ [PAGE]: `${page}\n` })).toContain(`${PAGE} is stale: run npm run generate`);
		expect(await stale({})).toContain(`${PAGE} is stale: run npm run generate`);
	});
});
