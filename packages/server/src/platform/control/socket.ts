/**
 * The control socket of a running server. Commands such as `npm run import` need the stores, which only one process can open,
 * so they run inside the server and print their output through this socket. The socket's folder has mode 0700: only the server's own user can connect.
 * Protocol: one JSON object per line. Request {command, args}; response {line} ... then {exit}.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';

export type PrintLine = (line: string) => void;
export type Command = (args: readonly string[], print: PrintLine) => Promise<number>;

/** The path is outside the data folder, because a socket's path is limited to 107 bytes. */
export function getControlPath(dataFolder: string): string {
	return join(tmpdir(), `signalwheel-control-${createHash('sha256').update(dataFolder).digest('hex').slice(0, 16)}`, 'socket');
}

export async function openControlSocket(dataFolder: string, commands: Readonly<Record<string, Command>>): Promise<Server> {
	const path = getControlPath(dataFolder);
	createPrivateFolder(dirname(path));
	rmSync(path, { force: true });
	const server = createServer((socket) => {
		socket.on('error', () => socket.destroy());
		const send = (message: object): void => {
			if (!socket.destroyed) socket.write(`${JSON.stringify(message)}\n`);
		};
		createInterface({ input: socket }).once('line', async (text) => {
			try {
				const { command, args } = JSON.parse(text) as { command: string; args: string[] };
				const run = commands[command];
				if (!run) throw new Error(`The running server doesn't know the command '${command}'.`);
				send({ exit: await run(args, (line) => send({ line })) });
			} catch (error) {
				send({ line: error instanceof Error ? error.message : String(error) });
				send({ exit: 1 });
			}
			socket.end();
		});
	});
	await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve));
	server.unref();
	server.once('close', () => removeFolder(dirname(path)));
	return server;
}

/** Removes the socket's folder once the socket is gone. Ignores failures: the folder may be in use again or already removed. */
function removeFolder(path: string): void {
	try {
		rmdirSync(path);
	} catch {
		// An empty folder is harmless.
	}
}

/** Creates the socket's folder. Throws if it exists and other users have access to it. */
function createPrivateFolder(path: string): void {
	mkdirSync(path, { recursive: true, mode: 0o700 });
	const { uid, mode } = statSync(path);
	if (uid !== process.getuid?.() || (mode & 0o077) !== 0) throw new Error(`${path} belongs to another user: remove it and start again.`);
}

/** Runs a command in the server that uses the data folder and returns its exit code; undefined if no server is running. */
export function callRunningServer(
	dataFolder: string,
	command: string,
	args: readonly string[],
	print: PrintLine,
): Promise<number | undefined> {
	return new Promise((resolve, reject) => {
		const socket = connect(getControlPath(dataFolder));
		let exit: number | undefined;
		socket.once('error', (error: NodeJS.ErrnoException) =>
			error.code === 'ENOENT' || error.code === 'ECONNREFUSED' ? resolve(undefined) : reject(error),
		);
		socket.once('connect', () => {
			socket.write(`${JSON.stringify({ command, args })}\n`);
			createInterface({ input: socket })
				// The socket's own listener handles the error. Without a second listener, the error would end the process.
				.on('error', () => {})
				.on('line', (text) => {
					const message = JSON.parse(text) as { line?: string; exit?: number };
					if (message.line !== undefined) print(message.line);
					if (message.exit !== undefined) exit = message.exit;
				})
				.on('close', () => (exit === undefined ? reject(new Error('The running server closed the connection.')) : resolve(exit)));
		});
	});
}
