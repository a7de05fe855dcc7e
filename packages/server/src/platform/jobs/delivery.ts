import type { Db } from '@sw/store/postgres/records';
import { sql } from '@sw/store/postgres/sql';
import { fromDrizzle, PgBoss } from 'pg-boss';

/** Hands jobs to processes: each to one at a time, in order, again when that process is gone. It knows jobs by their numbers alone. */
export interface Delivery {
	/** Counts with the transaction; a job that was sent before is not sent again. */
	send(tx: Db, job: { lane: string; id: string; turn: string; mayFail: boolean }): Promise<void>;
	/** Takes jobs of the lane, one at a time. A handler that rejects gets the job again later. Answers the way to take no more of them. */
	work(lane: string, handler: (id: string, signal: AbortSignal) => Promise<void>): Promise<() => Promise<void>>;
	/** The job goes to whoever is free, though a process seems to have it. */
	giveBack(tx: Db, lane: string, id: string): Promise<void>;
	/** Looks at once what there is to do in the lane. */
	wake(lane: string): void;
	/** Lets handlers end for a while, then breaks them off. */
	stop(): Promise<void>;
}

/** Connections to PostgreSQL besides the one that listens. */
const CONNECTIONS = 3;
const STOP_WITHIN = 3_000;
/** Seconds between looks for jobs that wait for another try; new ones are told of at once. */
const POLL = 2;
/** Seconds after which a process that hangs loses its job; one that dies loses it sooner, see orphans.ts. */
const [HEARTBEAT, BEAT] = [60, 10];
/** The longest that pg-boss allows; handlers set their own limits. */
const LONGEST = 23 * 3_600;
/** pg-boss counts also what was broken off by restarts; failures are counted with the job. */
const RETRIES = 100_000;
/** Seconds until a job whose work failed is tried again. */
const [DELAY, LONGEST_DELAY] = [2, 60];
/** Queues of versions before lanes: what was in them is asked for again by those who keep the tasks. */
const FORMER = ['search', 'search-upkeep', 'forecast-monitor'];

const queueOf = (lane: string): string => `turns-${lane}`;

export const openDelivery = async (
	url: string,
	lanes: ReadonlySet<string>,
	onTrouble: (what: string, error: unknown) => void,
): Promise<Delivery> => {
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
	boss.on('error', (error) => onTrouble('job queue error', error));
	await boss.start();
	for (const queue of FORMER) await boss.deleteQueue(queue);
	for (const lane of lanes) {
		await boss.createQueue(queueOf(lane), {
			// One job of each turn at a time, by a unique index, and in the order of asking: a process that finds the first one locked by another's look does
			// not take the second.
			policy: 'key_strict_fifo',
			notify: true,
			retryLimit: RETRIES,
			expireInSeconds: LONGEST,
			heartbeatSeconds: HEARTBEAT,
			deleteAfterSeconds: 86_400,
		});
	}
	const workers = new Map<string, string>();
	const wake = (lane: string): void => {
		const worker = workers.get(lane);
		if (worker) boss.notifyWorker(worker);
	};
	return {
		send: async (tx, { lane, id, turn, mayFail }) => {
			// Without a delay a job that comes back keeps its place.
			const patience = mayFail ? { retryDelay: DELAY, retryBackoff: true, retryDelayMax: LONGEST_DELAY } : { retryDelay: 0 };
			await boss.send(queueOf(lane), {}, { id, singletonKey: turn, group: { id: turn }, ...patience, db: fromDrizzle(tx, sql) });
		},
		work: async (lane, handler) => {
			const worker = await boss.work<object>(
				queueOf(lane),
				{
					batchSize: 1,
					// Passes over turns that are taken, so that they hold up no other.
					groupConcurrency: 1,
					pollingIntervalSeconds: POLL,
					notifyPollingIntervalSeconds: POLL,
					heartbeatRefreshSeconds: BEAT,
				},
				async ([job]) => {
					if (!job) return;
					try {
						await handler(job.id, job.signal);
					} finally {
						// The next one need not wait for the next look.
						wake(lane);
					}
				},
			);
			workers.set(lane, worker);
			return () => {
				workers.delete(lane);
				return boss.offWork(queueOf(lane), { id: worker, wait: true });
			};
		},
		giveBack: async (tx, lane, id) => {
			await boss.fail(queueOf(lane), id, { message: 'The process that ran the job is gone.' }, { db: fromDrizzle(tx, sql) });
		},
		wake,
		stop: () => boss.stop({ graceful: true, timeout: STOP_WITHIN }),
	};
};
