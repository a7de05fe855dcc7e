import { PgBoss } from 'pg-boss';
import { jobId } from './job-id.ts';

export interface QueueRules {
	/** Jobs of this process that run at once. */
	readonly atOnce: number;
	/** Seconds that a job may take. */
	readonly within: number;
	/** Tries after the first. */
	readonly retries: number;
}

/**
 * Background work that survives the process: kept in PostgreSQL, retried, done by whichever process is free. A handler must bear being run again
 * after it was broken off anywhere.
 */
export interface Jobs {
	/** Adds a queue and works on it in this process. `signal` is raised when the product stops. */
	work<T extends object>(queue: string, rules: QueueRules, handler: (data: T, signal: AbortSignal) => Promise<void>): Promise<void>;
	/** Adds a job unless one with this key was added before. */
	send(queue: string, key: string, data: object): Promise<void>;
	/** Lets handlers end, at most 3 s, then closes. */
	stop(): Promise<void>;
}

/** Connections to PostgreSQL besides the one that listens. */
const CONNECTIONS = 3;
const STOP_WITHIN = 3_000;
/** Seconds between looks for jobs that wait for another try; new ones are told of at once. */
const POLL = 2;
/** Seconds after which a job of a process that died is given to another. */
const HEARTBEAT = 20;

/** `onTrouble` hears what fails behind the scenes, failed jobs included. */
export const openJobs = async (url: string, onTrouble: (what: string, error: unknown) => void): Promise<Jobs> => {
	const boss = new PgBoss({
		connectionString: url,
		max: CONNECTIONS,
		application_name: 'signalwheel-jobs',
		useListenNotify: true,
		monitorIntervalSeconds: 10,
		superviseIntervalSeconds: 10,
		schedule: false,
		reindex: false,
	});
	boss.on('error', (error) => onTrouble('background jobs', error));
	await boss.start();
	const stopping = new AbortController();
	return {
		work: async (queue, { atOnce, within, retries }, handler) => {
			await boss.createQueue(queue, {
				notify: true,
				retryLimit: retries,
				retryDelay: 2,
				retryBackoff: true,
				retryDelayMax: 60,
				expireInSeconds: within,
				heartbeatSeconds: HEARTBEAT,
				deleteAfterSeconds: 86_400,
			});
			await boss.work<never>(
				queue,
				{ batchSize: 1, localConcurrency: atOnce, pollingIntervalSeconds: POLL, notifyPollingIntervalSeconds: POLL },
				async ([job]) => {
					if (!job) return;
					try {
						await handler(job.data, AbortSignal.any([job.signal, stopping.signal]));
					} catch (error) {
						if (!stopping.signal.aborted) onTrouble(`job ${queue}`, error);
						throw error;
					}
				},
			);
		},
		send: async (queue, key, data) => {
			await boss.send(queue, data, { id: jobId(queue, key) });
		},
		stop: async () => {
			stopping.abort(new Error('The product is stopping.'));
			await boss.stop({ graceful: true, timeout: STOP_WITHIN });
		},
	};
};
