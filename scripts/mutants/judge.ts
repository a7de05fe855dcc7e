/** Sends trials to a process. If the process hangs, it is killed with everything that it started, and the next trial starts another. */
import { type ChildProcess, fork } from 'node:child_process';
import type { Trial, Verdict } from './trial.ts';

/** A process counts as hanging if it is silent for this many milliseconds plus four times the duration of its longest test file when unchanged. */
const SILENCE_LIMIT = 20_000;

export function createJudge(root: string) {
	let child: ChildProcess | null = null;

	const start = async (): Promise<ChildProcess> => {
		const next = fork(new URL('./trial.ts', import.meta.url), { cwd: root, detached: true, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
		await new Promise<void>((resolve, reject) => {
			next.once('message', () => resolve());
			next.once('exit', (code) => reject(new Error(`the trial process ended with ${code}`)));
		});
		return next;
	};

	const kill = (): void => {
		// The whole process group, since a hanging test in a fork ignores messages.
		if (child?.pid) process.kill(-child.pid, 'SIGKILL');
		child = null;
	};
	for (const signal of ['SIGINT', 'SIGTERM'] as const)
		process.on(signal, () => {
			kill();
			process.exit(1);
		});

	return {
		/** `longest`: milliseconds of the longest requested test file when unchanged. Default: ten minutes in total. */
		try: async (trial: Trial, longest = 150_000): Promise<Verdict> => {
			child ??= await start();
			const trialProcess = child;
			return await new Promise<Verdict>((resolve) => {
				let timer: NodeJS.Timeout;
				const end = (verdict: Verdict): void => {
					clearTimeout(timer);
					trialProcess.removeAllListeners('message');
					trialProcess.removeAllListeners('exit');
					resolve(verdict);
				};
				const wait = (): void => {
					clearTimeout(timer);
					timer = setTimeout(
						() => {
							kill();
							end({ killedBy: 'hangs', durations: [] });
						},
						SILENCE_LIMIT + 4 * longest,
					);
				};
				trialProcess.on('message', (message) => (message === 'alive' ? wait() : end(message as Verdict)));
				trialProcess.on('exit', () => {
					child = null;
					end({ killedBy: 'ends the process', durations: [] });
				});
				wait();
				trialProcess.send(trial);
			});
		},
		close: (): void => child?.disconnect(),
	};
}
