import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REJECT_REASONS } from './faults/rejects.ts';
import { CORPUS } from './testing/corpus.ts';
import { importAll } from './testing/import-all.ts';
import { CORPUS_FOLDER, writeCorpus } from './testing/make-corpus.ts';
import { readCase } from './testing/read-corpus.ts';

let folder: string;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'signalwheel-corpus-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function filesIn(root: string): Promise<Map<string, string>> {
	const found = await readdir(root, { recursive: true, withFileTypes: true });
	const files = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
	return new Map(
		await Promise.all(files.sort().map(async (path) => [path.slice(root.length), (await readFile(path)).toString('hex')] as const)),
	);
}

describe('the corpus of odd files', () => {
	it('is what its script makes, byte by byte, and no less than sixty cases', async () => {
		await writeCorpus(join(folder, 'again'));
		expect(await filesIn(join(folder, 'again'))).toEqual(await filesIn(CORPUS_FOLDER));
		expect(CORPUS.length).toBeGreaterThanOrEqual(60);
		expect(new Set(CORPUS.map(({ name }) => name)).size).toBe(CORPUS.length);
	});

	it('meets every reason for which a row is refused, except another bearer of a symbol', () => {
		const met = new Set(CORPUS.flatMap(({ gives }) => gives.flatMap((line) => line.match(/[a-z-]+(?= \d+)/g) ?? [])));
		expect(Object.keys(REJECT_REASONS).filter((reason) => !met.has(reason))).toEqual(['company']);
	});

	it.each(CORPUS)('$name gives $gives', async (each) => {
		const { gives, messages } = await readCase(each);
		expect(gives, messages).toEqual(each.gives);
	});
});

describe('what is no file', () => {
	const GOOD = 'date,open,high,low,close,volume\n2024-07-03,1,2,1,2,5\n';

	it('is named and never opened: links, pipes and sockets', async () => {
		const at = join(folder, 'special');
		await mkdir(join(at, 'elsewhere'), { recursive: true });
		await writeFile(join(at, 'aapl.csv'), GOOD);
		await writeFile(join(at, 'elsewhere', 'ibm.txt'), GOOD);
		await symlink(join(at, 'elsewhere'), join(at, 'latest'));
		await symlink(join(at, 'aapl.csv'), join(at, 'msft.csv'));
		await symlink(join(at, 'nowhere'), join(at, 'dangling.csv'));
		await promisify(execFile)('mkfifo', [join(at, 'pipe.csv')]);
		const server = createServer().listen(join(at, 'socket.csv'));
		await new Promise((resolve) => server.once('listening', resolve));
		try {
			const all = await importAll(at);
			expect(all.map(({ name, refused, summary }) => `${name} ${refused ?? summary?.accepted}`)).toEqual([
				'special/aapl.csv 1',
				'special/dangling.csv failed link',
				'special/elsewhere/ibm.txt 1',
				'special/latest skipped link',
				'special/msft.csv failed link',
				'special/pipe.csv failed special',
				'special/socket.csv failed special',
			]);
			expect(all.find(({ name }) => name.endsWith('msft.csv'))?.message).toMatch(/links aren't followed/);
			expect((await importAll(join(at, 'pipe.csv')))[0]?.refused).toBe('failed special');
			expect((await importAll(join(at, 'latest')))[0]?.refused).toBe('failed link');
		} finally {
			server.close();
		}
	});
});
