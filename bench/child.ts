import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Starts a file of this folder as a process and waits for its first message. Throws if the process exits before that. */
export async function startChild<M>(file: string, args: readonly string[] = []): Promise<{ child: ChildProcess; message: M }> {
	const child = fork(join(import.meta.dirname, file), args, { execArgv: [] });
	const earlyExit = once(child, 'exit').then(([code]) => {
		throw new Error(`${file} exited with code ${code}.`);
	});
	const [message] = (await Promise.race([once(child, 'message'), earlyExit])) as [M];
	earlyExit.catch(() => {});
	return { child, message };
}

/** Sends a message and waits for the process's next message. Only one request may be pending at a time. */
export async function askChild<M>(child: ChildProcess, message: string | object): Promise<M> {
	const reply = once(child, 'message');
	child.send(message);
	return ((await reply) as [M])[0];
}

/** Asks the process to stop and waits until it has exited. */
export async function stopChild(child: ChildProcess): Promise<void> {
	const exit = once(child, 'exit');
	child.send('stop');
	await exit;
}
