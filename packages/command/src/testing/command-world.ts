import { readFile, stat, writeFile } from 'node:fs/promises';
import { run } from '../run.ts';
import { usageFailure } from '../shell/exit.ts';
import type { World } from '../shell/world.ts';
import type { CommandResult } from './trials.ts';

interface RunOptions {
	env?: Readonly<Record<string, string>>;
	stdin?: string;
	/** Width of the terminal in characters. Default: no terminal. */
	width?: number;
	pause?: World['pause'];
	stopped?: AbortSignal;
	fetch?: World['fetch'];
	startProduct?: World['startServer'];
	runServer?: World['runServer'];
}

/** Runs a command line as the bin does, on a simulated machine. Default: pauses end immediately. */
export async function runInProcess(args: readonly string[], choices: RunOptions = {}): Promise<CommandResult> {
	const output = { out: '', err: '' };
	const screen = (name: 'out' | 'err') => ({
		write: (text: string | Uint8Array) => {
			output[name] += typeof text === 'string' ? text : Buffer.from(text).toString('latin1');
		},
		isTerminal: choices.width !== undefined,
		width: choices.width ?? 80,
	});
	const exit = await run(args, {
		env: choices.env ?? {},
		version: '0.0.0-test',
		out: screen('out'),
		err: screen('err'),
		fetch: choices.fetch ?? globalThis.fetch,
		readText: async (path) => (path === '-' ? (choices.stdin ?? '') : readFile(path, 'utf8')),
		isAccessibleToOthers: async (path) => ((await stat(path)).mode & 0o077) !== 0,
		writeFile: (path, bytes, over) =>
			writeFile(path, bytes, { flag: over ? 'w' : 'wx' }).catch(() => {
				throw usageFailure(`${path} already exists; use --force to overwrite it.`);
			}),
		pause: choices.pause ?? (async () => {}),
		stopSignal: choices.stopped ?? new AbortController().signal,
		startServer: choices.startProduct ?? (async () => {}),
		runServer: choices.runServer ?? (async () => 0),
	});
	return { exit, ...output };
}
