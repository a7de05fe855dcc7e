import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SOURCES = join(import.meta.dirname, '..');

it('gives what a program writes to its own user alone', () => {
	const folder = mkdtempSync(join(tmpdir(), 'private-'));
	const program = `
		import { mkdirSync, writeFileSync } from 'node:fs';
		import { keepFilesPrivate } from ${JSON.stringify(join(import.meta.dirname, 'private-files.ts'))};
		keepFilesPrivate();
		mkdirSync('inner');
		writeFileSync('inner/file', '');
	`;
	execFileSync(process.execPath, ['--input-type=module', '--eval', program], { cwd: folder });
	expect(['inner', 'inner/file'].map((path) => (statSync(join(folder, path)).mode & 0o777).toString(8))).toEqual(['700', '600']);
	rmSync(folder, { recursive: true });
});

it('is the first thing that every program does', () => {
	const programs = ['main.ts', ...readdirSync(join(SOURCES, 'commands')).map((name) => join('commands', name))].filter(
		(name) => name.endsWith('.ts') && !/(?:\.test|evidence|ask-server|help)\.ts$/.test(name),
	);
	expect(programs.length).toBeGreaterThan(5);
	const statements = programs.map((name) => {
		const text = readFileSync(join(SOURCES, name), 'utf8');
		return [name, /^(?!import|\/\*|\s|\}| \*)\S.*$/m.exec(text)?.[0]];
	});
	expect(statements).toEqual(programs.map((name) => [name, 'keepFilesPrivate();']));
});
