/** Sends trials to a child process. If that process hangs, it is killed with all processes that it started, and the next trial starts a new one. */
import { type ChildProcess, fork } from 'node:child_process';
import type { Trial, Verdict } from './trial.ts';

/** A process counts as hanging if it is silent for this many milliseconds plus four times the duration of its longest test file when unchanged. */
const SILENCE_LIMIT_MS = 20_000;

export function createJudge(root: string) {
	let child: ChildProcess | null = null;

	const start = async (): Promise<ChildProcess> => {
		const newProcess = fork(new URL('./trial.ts', import.meta.url), {
			cwd: root,
			detached: true,
			stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
		});
		await new Promise<void>((resolve, reject) => {
			newProcess.once('message', () => resolve());
			newProcess.once('exit', (code) => reject(new Error(`the trial process ended with ${code}`)));
		});
		return newProcess;
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
		/** `longestMs`: duration of the trial's longest test file without a mutation. With the default, a process counts as hanging after about ten minutes. */
		try: async (trial: Trial, longestMs = 150_000): Promise<Verdict> => {
			child ??= await start();
			const trialProcess = child;
			return await new Promise<Verdict>((resolve) => {
				let timer: NodeJS.Timeout;
				const finish = (verdict: Verdict): void => {
					clearTimeout(timer);
					trialProcess.removeAllListeners('message');
					trialProcess.removeAllListeners('exit');
					resolve(verdict);
				};
				const restartTimer = (): void => {
					clearTimeout(timer);
					timer = setTimeout(
						() => {
							kill();
							finish({ killedBy: 'hangs', durations: [] });
						},
						SILENCE_LIMIT_MS + 4 * longestMs,
					);
				};
				trialProcess.on('message', (message) => (message === 'alive' ? restartTimer() : finish(message as Verdict)));
				trialProcess.on('exit', () => {
					child = null;
					finish({ killedBy: 'ends the process', durations: [] });
				});
				restartTimer();
				trialProcess.send(trial);
			});
		},
		close: (): void => child?.disconnect(),
	};
}
