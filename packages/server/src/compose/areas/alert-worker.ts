/** Entry of the filter-alert thread. It has its own database connections and must not load chDB, which cannot run in a thread. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { openRecords } from '@sw/store/postgres/records';
import { createOwnerAlerts } from '../../areas/inbox/alert-owners.ts';
import { bindAlertRecords } from './alert-store.ts';
import type { AlertThreadReply, AlertThreadRequest } from './alert-thread-messages.ts';

const notify = createOwnerAlerts({
	records: bindAlertRecords(openRecords(workerData as string).db),
	elapsedMs: () => performance.now(),
	yieldTurn: () => nextTurn(),
});

parentPort?.on('message', async ({ alerting, port }: AlertThreadRequest) => {
	const aborter = new AbortController();
	port.once('message', () => aborter.abort(new Error('Creating filter alerts was interrupted.')));
	const reply = (message: AlertThreadReply): void => {
		port.postMessage(message);
		port.close();
	};
	try {
		reply({ messages: await notify(alerting, aborter.signal) });
	} catch (error) {
		reply({ error: error instanceof Error ? error : new Error(String(error)) });
	}
});
