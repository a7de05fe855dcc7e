import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { socketFolderOf } from './embedded/folders.ts';
import { readPostmaster } from './embedded/postmaster-file.ts';
import { startEmbedded } from './embedded.ts';

let parent: string;
let folder: string;
beforeAll(() => {
	parent = mkdtempSync(join(tmpdir(), 'signalwheel-embedded-'));
	folder = join(parent, 'postgres');
});
afterAll(() => rmSync(parent, { recursive: true, force: true }));

async function ask(url: string, query: string): Promise<unknown> {
	const client = new Client({ connectionString: url });
	await client.connect();
	try {
		return (await client.query({ text: query, rowMode: 'array' })).rows[0]?.[0];
	} finally {
		await client.end();
	}
}

/** Another process that runs PostgreSQL on the folder; resolves once it is up. */
async function otherProcess() {
	const code = `import { startEmbedded } from ${JSON.stringify(join(import.meta.dirname, 'embedded.ts'))};
		await startEmbedded({ folder: ${JSON.stringify(folder)} }); console.log('up'); process.stdin.resume();`;
	const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['pipe', 'pipe', 'inherit'] });
	await once(child.stdout, 'data');
	return child;
}

describe('the embedded PostgreSQL', () => {
	it('listens on a private socket only, and stops at once', async () => {
		const database = await startEmbedded({ folder });
		expect(await ask(database.url, 'show listen_addresses')).toBe('');
		expect(await ask(database.url, 'show server_encoding')).toBe('UTF8');
		expect(statSync(socketFolderOf(realpathSync(folder))).mode & 0o777).toBe(0o700);
		await database.stop();
		await database.stop();
		expect(readPostmaster(folder)).toBeUndefined();
	});

	it('starts where the environment names a locale that the machine does not have', async () => {
		const other = join(parent, 'elsewhere');
		for (const name of ['LANG', 'LC_ALL', 'LC_MESSAGES']) vi.stubEnv(name, 'xx_XX.UTF-8');
		const database = await startEmbedded({ folder: other });
		vi.unstubAllEnvs();
		expect(await ask(database.url, 'show lc_messages')).not.toContain('xx_XX');
		expect(await ask(database.url, "select upper('é')")).toBe('É');
		await database.stop();
	});

	it('says who holds the folder', async () => {
		const database = await startEmbedded({ folder });
		await expect(startEmbedded({ folder })).rejects.toMatchObject({ code: 'folder_held', holder: database.pid });
		await database.stop();
	});

	it('ends when its process is killed, and what was committed is there afterwards', async () => {
		const child = await otherProcess();
		const url = `postgresql://app@/postgres?host=${encodeURIComponent(socketFolderOf(realpathSync(folder)))}`;
		await ask(url, 'create table kept as select 42 as answer');
		child.kill('SIGKILL');
		await once(child, 'exit');
		const database = await startEmbedded({ folder });
		expect(await ask(database.url, 'select answer from kept')).toBe(42);
		await database.stop();
	});

	it('takes the folder over from a server whose keeper is gone', async () => {
		const child = await otherProcess();
		const left = readPostmaster(folder)?.pid;
		const database = await startEmbedded({ folder, takeOver: true });
		expect(database.pid).not.toBe(left);
		expect(await ask(database.url, 'select answer from kept')).toBe(42);
		await database.stop();
		child.kill('SIGKILL');
	});

	it('starts over a note that names a process of another program, and over a half-made cluster', async () => {
		writeFileSync(join(folder, 'postmaster.pid'), `${process.ppid}\n${folder}\n`);
		await (await startEmbedded({ folder })).stop();
		const fresh = join(parent, 'fresh');
		writeFileSync(`${fresh}.unfinished`, 'rubbish');
		const database = await startEmbedded({ folder: fresh });
		expect(await ask(database.url, 'select 1')).toBe(1);
		await database.stop();
		expect(existsSync(`${fresh}.unfinished`)).toBe(false);
	});

	it('shows its log when it cannot start', async () => {
		writeFileSync(join(folder, 'postgresql.conf'), 'shared_buffers = lots');
		await expect(startEmbedded({ folder })).rejects.toMatchObject({
			code: 'database_failed',
			message: expect.stringContaining('shared_buffers'),
		});
	});
});
