import { type Db, sql } from '@sw/store/postgres/records';
import { fromDrizzle, PgBoss } from 'pg-boss';

/** Assigns each job to one process at a time, in order, and to another one if that process dies. Knows only the jobs' ids. */
export interface Delivery {
	/** Takes effect when the transaction commits. A job that was sent before is not sent again. `mayFail`: retries are possible, and delayed. */
	send(tx: Db, job: { lane: string; id: string; turn: string; mayFail: boolean }): Promise<void>;
	/** Runs jobs of the lane, one at a time. If the handler rejects, the job is delivered again later. Returns a function that stops accepting jobs. */
	startWorker(lane: string, handler: (id: string, signal: AbortSignal) => Promise<void>): Promise<() => Promise<void>>;
	/** Returns the job to the queue, even if a process seems to be running it. */
	requeue(tx: Db, lane: string, id: string): Promise<void>;
	wake(lane: string): void;
	/** Gives handlers 3 seconds to finish, then aborts them. */
	stop(): Promise<void>;
}

/** Maximum number of connections to PostgreSQL, excluding the listening connection. */
const MAX_CONNECTIONS = 3;
const STOP_TIMEOUT_MS = 3_000;
/** Seconds between checks for retries that are due. New jobs are announced immediately. */
const POLL_INTERVAL_S = 2;
/** Seconds after which a hanging process loses its job, and between its heartbeats. A dead process loses it sooner (see requeueOrphans). */
const [HEARTBEAT_TIMEOUT_S, HEARTBEAT_INTERVAL_S] = [60, 10];
/** Seconds; the maximum that pg-boss allows. Handlers set their own limits. */
const MAX_RUN_S = 23 * 3_600;
/** Effectively unlimited, because pg-boss also counts interruptions by restarts. The job records count real failures. */
const MAX_RETRIES = 100_000;
/** Seconds before the first retry of a failed job, and at most before later ones. */
const [RETRY_DELAY_S, MAX_RETRY_DELAY_S] = [2, 60];
/** Queues of product versions without lanes. The areas that own the tasks resubmit those tasks. */
const OBSOLETE_QUEUES = ['search', 'search-upkeep', 'forecast-monitor'];

export async function openDelivery(
	url: string,
	lanes: ReadonlySet<string>,
	onError: (message: string, error: unknown) => void,
): Promise<Delivery> {
	const boss = new PgBoss({
		connectionString: url,
		max: MAX_CONNECTIONS,
		application_name: 'signalwheel-jobs',
		useListenNotify: true,
		monitorIntervalSeconds: 10,
		superviseIntervalSeconds: 10,
		schedule: false,
		reindex: false,
	});
	boss.on('error', (error) => onError('job queue failed', error));
	await boss.start();
	for (const queue of OBSOLETE_QUEUES) await boss.deleteQueue(queue);
	for (const lane of lanes) {
		await boss.createQueue(queueName(lane), {
			// A unique index allows one job per turn at a time, in the order of requests. While the first job is locked, no process runs the second.
			policy: 'key_strict_fifo',
			notify: true,
			retryLimit: MAX_RETRIES,
			expireInSeconds: MAX_RUN_S,
			heartbeatSeconds: HEARTBEAT_TIMEOUT_S,
			deleteAfterSeconds: 86_400,
		});
	}
	const workerIdByLane = new Map<string, string>();
	const wake = (lane: string): void => {
		const workerId = workerIdByLane.get(lane);
		if (workerId) boss.notifyWorker(workerId);
	};
	return {
		send: async (tx, { lane, id, turn, mayFail }) => {
			// Without a delay, a job that returns to the queue keeps its place.
			const retryOptions = mayFail
				? { retryDelay: RETRY_DELAY_S, retryBackoff: true, retryDelayMax: MAX_RETRY_DELAY_S }
				: { retryDelay: 0 };
			await boss.send(queueName(lane), {}, { id, singletonKey: turn, group: { id: turn }, ...retryOptions, db: fromDrizzle(tx, sql) });
		},
		startWorker: async (lane, handler) => {
			const workerId = await boss.work<object>(
				queueName(lane),
				{
					batchSize: 1,
					// Skips turns that are in progress, so that they don't block other turns.
					groupConcurrency: 1,
					pollingIntervalSeconds: POLL_INTERVAL_S,
					notifyPollingIntervalSeconds: POLL_INTERVAL_S,
					heartbeatRefreshSeconds: HEARTBEAT_INTERVAL_S,
				},
				async ([job]) => {
					if (!job) return;
					try {
						await handler(job.id, job.signal);
					} finally {
						// Check for the next job immediately instead of at the next poll.
						wake(lane);
					}
				},
			);
			workerIdByLane.set(lane, workerId);
			return () => {
				workerIdByLane.delete(lane);
				return boss.offWork(queueName(lane), { id: workerId, wait: true });
			};
		},
		requeue: async (tx, lane, id) => {
			const db = fromDrizzle(tx, sql);
			// A job that ran between the steps of another was never taken from the queue.
			if ((await boss.getJobById(queueName(lane), id, { db }))?.state !== 'active') return;
			await boss.fail(queueName(lane), id, { message: 'The process that ran the job is gone.' }, { db });
		},
		wake,
		stop: () => boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS }),
	};
}

function queueName(lane: string): string {
	return `turns-${lane}`;
}
