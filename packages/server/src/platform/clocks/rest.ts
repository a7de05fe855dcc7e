import { pause } from './pause.ts';
import type { WallClock } from './wall-clock.ts';

/** Waits so many milliseconds, or until what was away is back; rejects with the signal's reason when that aborts. */
export type Rest = (ms: number, signal: AbortSignal) => Promise<void>;

/** Tells whoever listens that something that was away is back. Answers the way to stop listening. */
export type OnBack = (listener: () => void) => () => void;

/** Rests that end early when there is no need to wait any longer. */
export const createRest =
	(wall: WallClock, onBack: OnBack): Rest =>
	async (ms, signal) => {
		const back = new AbortController();
		const stop = onBack(() => back.abort());
		try {
			await pause(wall, ms, AbortSignal.any([signal, back.signal]));
		} catch (why) {
			if (signal.aborted || !back.signal.aborted) throw why;
		} finally {
			stop();
		}
	};
