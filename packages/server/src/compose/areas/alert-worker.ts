/** Entry of the filter-alert thread. It has its own database connections and must not load chDB, which cannot run in a thread. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { openRecords } from '@sw/store/postgres/records';
import { createOwnerAlerts } from '../../areas/inbox/alert-owners.ts';
import { alertRecords } from './alert-store.ts';
import type { FromThread, ToThread } from './alert-thread-messages.ts';

const notify = createOwnerAlerts({
	records: alertRecords(openRecords(workerData as string).db),
	worked: () => performance.now(),
	yieldTurn: () => nextTurn(),
});

parentPort?.on('message', async ({ alerting, port }: ToThread) => {
	const broken = new AbortController();
	port.once('message', () => broken.abort(new Error('Creating filter alerts was interrupted.')));
	const answer = (message: FromThread): void => {
		port.postMessage(message);
		port.close();
	};
	try {
		answer({ messages: await notify(alerting, broken.signal) });
	} catch (error) {
		answer({ error: error instanceof Error ? error : new Error(String(error)) });
	}
});
