import { listen } from '@sw/store/postgres/listen';
import { JOB_CHANNEL } from '@sw/store/postgres/records/jobs';

/** Receives changes of jobs from all processes. */
export interface JobChanges {
	/** Calls back whenever the job may have changed. Returns a function that stops this. */
	on(id: string, callback: () => void): () => void;
	close(): Promise<void>;
}

export async function openJobChanges(url: string): Promise<JobChanges> {
	const callbacks = new Map<string, Set<() => void>>();
	const call = (id: string): void => {
		for (const callback of callbacks.get(id) ?? []) callback();
	};
	const listener = await listen(url, {
		channel: JOB_CHANNEL,
		onMessage: call,
		// Notifications sent while disconnected are lost.
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
}
