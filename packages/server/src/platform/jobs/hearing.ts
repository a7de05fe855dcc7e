import { listen } from '@sw/store/postgres/listen';
import { JOB_CHANNEL } from '@sw/store/postgres/records/jobs';

/** Hears of all processes to which jobs something has happened. */
export interface Hearing {
	/** Calls back whenever something may have happened to the job; the answer ends it. */
	on(id: string, callback: () => void): () => void;
	close(): Promise<void>;
}

export const openHearing = async (url: string): Promise<Hearing> => {
	const callbacks = new Map<string, Set<() => void>>();
	const call = (id: string): void => {
		for (const callback of callbacks.get(id) ?? []) callback();
	};
	const listener = await listen(url, {
		channel: JOB_CHANNEL,
		onMessage: call,
		// What was told meanwhile is lost.
		onResume: () => {
			for (const id of callbacks.keys()) call(id);
		},
	});
	return {
		on: (id, callback) => {
			const known = callbacks.get(id) ?? new Set();
			callbacks.set(id, known.add(callback));
			return () => {
				known.delete(callback);
				if (known.size === 0) callbacks.delete(id);
			};
		},
		close: () => listener.close(),
	};
};
