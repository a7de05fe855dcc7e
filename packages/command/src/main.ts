/** Runs the command on this machine. The only file of the package that uses the environment, signals, files and time. */
import { readFileSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { SERVER_COMMANDS } from './commands/server-commands.ts';
import { run } from './run.ts';
import { createUsageFailure } from './shell/exit.ts';
import type { OutputStream } from './shell/world.ts';

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')) as { version: string };
/** The server's entry points: TypeScript in the repository, JavaScript in the npm package. */
const SERVER_FOLDER = join(import.meta.dirname, '../../server/src');
const SOURCE_EXTENSION = extname(import.meta.filename);

const isServerCommand = ['start', ...SERVER_COMMANDS.map(({ name }) => name)].includes(process.argv[2] ?? '');
const stopController = new AbortController();

function abortOn(signal: NodeJS.Signals): void {
	process.on(signal, () => stopController.abort(signal));
}

function createOutputStream(stream: NodeJS.WriteStream): OutputStream {
	// A reader such as '| head' can close the pipe early, which is not an error. The server keeps running anyway.
	if (!isServerCommand) stream.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1));
	return { write: (part) => void stream.write(part), isTerminal: stream.isTTY === true, width: stream.columns ?? 80 };
}

async function withFileErrors<T>(path: string, action: () => Promise<T>): Promise<T> {
	return action().catch(({ code }: NodeJS.ErrnoException) => {
		if (code === 'EEXIST') throw createUsageFailure(`${path} already exists; use --force to overwrite it.`);
		throw createUsageFailure(`${path} ${code === 'ENOENT' ? "doesn't exist" : `can't be used (${code})`}.`);
	});
}

// A launcher that is killed can't stop the server, so the server stops itself.
if (process.channel) {
	process.channel.unref();
	process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
}
// The server handles signals itself.
if (!isServerCommand) for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) abortOn(signal);

process.exitCode = await run(process.argv.slice(2), {
	env: process.env,
	version,
	out: createOutputStream(process.stdout),
	err: createOutputStream(process.stderr),
	fetch: globalThis.fetch,
	readText: (path) => (path === '-' ? text(process.stdin) : withFileErrors(path, () => readFile(path, 'utf8'))),
	isAccessibleToOthers: (path) => withFileErrors(path, async () => process.platform !== 'win32' && ((await stat(path)).mode & 0o077) !== 0),
	writeFile: (path, bytes, overwrite) => withFileErrors(path, () => writeFile(path, bytes, { flag: overwrite ? 'w' : 'wx' })),
	pause: (ms) => delay(ms, undefined, { signal: stopController.signal }).catch(() => undefined),
	stopSignal: stopController.signal,
	startServer: async (settings) => {
		Object.assign(process.env, settings);
		await import(pathToFileURL(join(SERVER_FOLDER, `main${SOURCE_EXTENSION}`)).href);
	},
	runServer: async (name, args) => {
		process.argv.splice(2, process.argv.length, ...args);
		await import(pathToFileURL(join(SERVER_FOLDER, 'commands', name + SOURCE_EXTENSION)).href);
		return Number(process.exitCode ?? 0);
	},
});
