import { readFile, stat, writeFile } from 'node:fs/promises';
import { run } from '../run.ts';
import { createUsageFailure } from '../shell/exit.ts';
import type { World } from '../shell/world.ts';
import type { CommandResult } from './trials.ts';

interface RunOptions {
	env?: Readonly<Record<string, string>>;
	stdin?: string;
	/** Width of the terminal in characters. Default: no terminal. */
	width?: number;
	pause?: World['pause'];
	stopSignal?: AbortSignal;
	fetch?: World['fetch'];
	startServer?: World['startServer'];
	runServer?: World['runServer'];
}

/** Runs a command line as the bin does, on a simulated machine. Default: pauses end immediately. */
export async function runInProcess(args: readonly string[], options: RunOptions = {}): Promise<CommandResult> {
	const output = { out: '', err: '' };
	const createOutput = (name: 'out' | 'err') => ({
		write: (text: string | Uint8Array) => {
			output[name] += typeof text === 'string' ? text : Buffer.from(text).toString('latin1');
		},
		isTerminal: options.width !== undefined,
		width: options.width ?? 80,
	});
	const exit = await run(args, {
		env: options.env ?? {},
		version: '0.0.0-test',
		out: createOutput('out'),
		err: createOutput('err'),
		fetch: options.fetch ?? globalThis.fetch,
		readText: async (path) => (path === '-' ? (options.stdin ?? '') : readFile(path, 'utf8')),
		isAccessibleToOthers: async (path) => ((await stat(path)).mode & 0o077) !== 0,
		writeFile: (path, bytes, overwrite) =>
			writeFile(path, bytes, { flag: overwrite ? 'w' : 'wx' }).catch(() => {
				throw createUsageFailure(`${path} already exists; use --force to overwrite it.`);
			}),
		pause: options.pause ?? (async () => {}),
		stopSignal: options.stopSignal ?? new AbortController().signal,
		startServer: options.startServer ?? (async () => {}),
		runServer: options.runServer ?? (async () => 0),
	});
	return { exit, ...output };
}
