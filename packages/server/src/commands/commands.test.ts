import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let folder: string;
beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'signalwheel-commands-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a command where there are no data. */
function run(line: string) {
	const [command = '', ...words] = line.split(' ');
	const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, `${command}.ts`), ...words], {
		cwd: folder,
		encoding: 'utf8',
		env: { PATH: process.env['PATH'], NODE_NO_WARNINGS: '1', SIGNALWHEEL_DATA: join(folder, 'data') },
	});
	return { status, stdout, stderr };
}

/** 2: the command line can't be understood; 1: it failed. Both say why on standard error, in lines without a stack, and create no data folder. */
describe('a command that can not be run', () => {
	it.each([
		['admin', 2, /^npm run admin -- create <email>/],
		['admin promote ann@example.com', 2, /^npm run admin -- create <email>/],
		['admin create', 2, /^Nothing isn't an e-mail address\.$/],
		['admin create ann', 2, /^ann isn't an e-mail address\.$/],
		['backup', 2, /^Usage: npm run backup/],
		['backup one two', 2, /^Usage: npm run backup/],
		['backup --verify none', 1, /none isn't a backup: it has no manifest\.json\.$/],
		['restore', 2, /^Usage: npm run restore/],
		['restore none', 1, /none isn't a backup: it has no manifest\.json\.$/],
		['rollback now', 2, /^Usage: signalwheel rollback/],
		['rollback --yes', 1, /data doesn't exist: set SIGNALWHEEL_DATA to the data folder\.$/],
		['import', 2, /^Name a file or a folder to import\.\nUsage: npm run import/],
		['import none --format excel', 2, /^--format must be one of .*, not 'excel'\.\nUsage:/],
		['import none', 1, /none doesn't exist: name a file or a folder to import\.$/],
		['provider', 2, /^Usage: npm run provider/],
		['provider try bloomberg', 2, /^Usage: npm run provider/],
		['provider try massive', 1, /^SIGNALWHEEL_PROVIDER=massive needs SIGNALWHEEL_MASSIVE_KEY\.$/],
		['replay', 2, /^Usage: npm run replay/],
		['replay none --from 2024-03-07', 2, /^Usage: npm run replay/],
		['replay none', 1, /none isn't a backup: it has no manifest\.json\.$/],
		['report', 2, /^Usage: npm run report/],
		['report verify 2026-13-01', 2, /^'2026-13-01' isn't a time: use the form 2026-06-30T15:45:00Z\.$/],
		['report show latest', 1, /data contains no market data yet\.$/],
		['evidence', 2, /^Usage: npm run evidence/],
		['evidence none', 2, /^ENOENT: no such file or directory/],
		['drill', 2, /^Usage: drill <backup> <scratch folder>$/],
	])('%s exits with %i', (line, status, text) => {
		const done = run(line);
		expect(done).toMatchObject({ status, stdout: '' });
		expect(done.stderr.trim()).toMatch(text);
		expect(done.stderr).not.toMatch(/^ {4}at /m);
		expect(existsSync(join(folder, 'data'))).toBe(false);
	});
});

describe('a command that is asked for help', () => {
	it.each([
		'admin',
		'backup',
		'restore',
		'rollback',
		'import none',
		'provider',
		'replay',
		'report verify',
		'evidence',
		'actions',
		'tickers',
	])('%s --help prints its usage and exits with 0', (line) => {
		const [name = ''] = line.split(' ');
		for (const flag of ['--help', '-h']) {
			const done = run(`${line} ${flag}`);
			expect(done).toMatchObject({ status: 0, stderr: '' });
			expect(done.stdout).toMatch(new RegExp(`(?:npm run|signalwheel) ${name}`));
		}
		expect(existsSync(join(folder, 'data'))).toBe(false);
	});
});
