import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { callRunningServer, getControlPath, openControlSocket } from './socket.ts';

function folder() {
	const at = mkdtempSync(join(tmpdir(), 'control-'));
	onTestFinished(() => rmSync(at, { recursive: true }));
	return at;
}

it('runs a command in the server that holds the folder and gives its lines and exit code', async () => {
	const at = folder();
	const server = await openControlSocket(at, {
		greet: async (args, print) => {
			print(`hello ${args.join(' ')}`);
			return 3;
		},
	});
	const lines: string[] = [];
	expect(await callRunningServer(at, 'greet', ['a', 'b'], (line) => lines.push(line))).toBe(3);
	expect(lines).toEqual(['hello a b']);
	expect(statSync(dirname(getControlPath(at))).mode & 0o777).toBe(0o700);
	expect(await callRunningServer(at, 'dance', [], (line) => lines.push(line))).toBe(1);
	expect(lines[1]).toContain("know the command 'dance'");
	server.close();
	await once(server, 'close');
	expect(existsSync(dirname(getControlPath(at)))).toBe(false);
});

it('says that none is running', async () => {
	expect(await callRunningServer(folder(), 'greet', [], () => {})).toBeUndefined();
});

it('says so when the server dies in the middle of a command', async () => {
	const at = folder();
	mkdirSync(dirname(getControlPath(at)), { recursive: true });
	// What was sent and is not read when a process ends comes back as a reset.
	const server = createServer({ pauseOnConnect: true }, (socket) => setImmediate(() => socket.destroy()));
	await new Promise<void>((resolve) => server.listen(getControlPath(at), resolve));
	await expect(callRunningServer(at, 'greet', [], () => {})).rejects.toThrow(/closed the connection|ECONNRESET|EPIPE/);
	server.close();
});
