import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'vectors-'));
afterAll(() => rmSync(folder, { recursive: true }));

function written(name: string, text: string): string {
	const path = join(folder, name);
	writeFileSync(path, text);
	return path;
}

function run(...args: string[]) {
	const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'vectors.ts'), ...args], { encoding: 'utf8' });
	return { status, stdout, stderr };
}

function file(...expected: number[]) {
	return JSON.stringify({
		cases: expected.map((value, i) => ({ id: `case-${i}`, fn: 'episodes', input: { matchBars: [1, 2], cooldown: value }, expected: [1] })),
	});
}

describe('the vectors command', () => {
	const good = written('good.json', file(10, 20));
	const bad = written('bad.json', file(10, 1));

	it('ends with 0 when all cases pass, over all files', () => {
		expect(run('--', good, good)).toMatchObject({ status: 0, stdout: '4 of 4 pass\n' });
	});

	it('ends with 1 and shows what was expected and what came', () => {
		const { status, stdout } = run(good, bad);
		expect(status).toBe(1);
		expect(stdout).toBe('FAIL case-1 (episodes)\n  expected [1]\n  got      [1,2]\n3 of 4 pass\n');
	});

	it('ends with 2 for a file that is not there, that is no vector file, or none at all', () => {
		const missing = run(join(folder, 'nothing.json'));
		expect(missing.status).toBe(2);
		expect(missing.stderr).toContain('nothing.json');
		expect(run(good, written('broken.json', '{')).status).toBe(2);
		expect(run().status).toBe(2);
		expect(run().stderr).toContain('usage');
	});
});
