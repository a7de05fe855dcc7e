import type { Records } from '@sw/store/postgres/records';
import { addLines, type JobAttempt, notifyJobChange, saveProgress } from '@sw/store/postgres/records/jobs';
import type { WallClock } from '../clocks/wall-clock.ts';
import { createSemaphore } from '../concurrency/semaphore.ts';
import type { JobContext } from './definition.ts';

/** Milliseconds between writes of progress. */
const WRITE_EVERY = 250;

/** Output of a running job, written in the background: the newest progress a few times a second, every line in order. */
export function createJobOutput(
	{ db }: Records,
	attempt: JobAttempt,
	wall: WallClock,
	onError: (what: string, error: unknown) => void,
): Pick<JobContext, 'progress' | 'say'> & { silence(): Promise<void> } {
	const runLimited = createSemaphore();
	let lines: string[] = [];
	let newest: { phase: string; share: number | null } | undefined;
	let cancel: (() => void) | undefined;

	const write = async (): Promise<void> => {
		const [said, progress] = [lines, newest];
		lines = [];
		newest = undefined;
		if (said.length > 0) await addLines(db, attempt.id, said);
		if (progress) await saveProgress(db, attempt, progress.phase, progress.share);
		if (said.length > 0 || progress) await notifyJobChange(db, attempt.id);
	};
	const writeInTurn = (): Promise<void> => runLimited(write).catch((error) => onError('failed to save the progress of a job', error));
	const schedule = (): void => {
		if (cancel) return;
		cancel = wall.after(WRITE_EVERY, () => {
			cancel = undefined;
			if (lines.length > 0 || newest) void writeInTurn();
		});
		void writeInTurn();
	};

	return {
		progress: (phase, share = null) => {
			newest = { phase, share };
			schedule();
		},
		say: (line) => {
			lines.push(line);
			schedule();
		},
		/** Resolves when all is written; later output is ignored. */
		silence: async () => {
			cancel ??= () => {};
			cancel();
			await writeInTurn();
		},
	};
}
