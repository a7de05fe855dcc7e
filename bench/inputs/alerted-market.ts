/** Runs the product's jobs, alerts and deliveries in the process of a running market, with receivers on this machine. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { nyse } from '@sw/domain/time/calendar';
import { openAccounts } from '@sw/server/compose/areas/accounts';
import { openAlerts } from '@sw/server/compose/areas/alerts';
import { openDelivery } from '@sw/server/compose/areas/delivery';
import { createAuditLog } from '@sw/server/compose/core/audit';
import { JOBS } from '@sw/server/compose/core/jobs';
import type { ReportedMarket } from '@sw/server/compose/core/market';
import { createDefaultSlots } from '@sw/server/market/timetable/slot-times';
import { systemWallClock } from '@sw/server/platform/clocks/wall-clock';
import { openJobs } from '@sw/server/platform/jobs/jobs';
import type { Stores } from '@sw/store/open';

const HOST = '127.0.0.1';

/** Milliseconds since the report was shown. */
export interface AlertTimes {
	/** Until the messages of fired alerts were in the inboxes and pages were notified; undefined if none fired. */
	inbox: number | undefined;
	/** Until each delivery arrived at its receiver. */
	deliveries: number[];
}

export interface AlertedMarket {
	/** Origin of the receivers. */
	receiverOrigin: string;
	/** Waits until nothing is left to send. Returns the times measured since the last call. */
	waitUntilSent(): Promise<AlertTimes>;
	close(): Promise<void>;
}

export async function openAlertedMarket({ records }: Stores, market: ReportedMarket, folder: string): Promise<AlertedMarket> {
	let shownAt = performance.now();
	let times: AlertTimes = { inbox: undefined, deliveries: [] };
	let isAllSent = true;
	const onError = (message: string, error: unknown): void => console.error(message, error);
	const server = createServer((request, response) => {
		const receivedAt = performance.now();
		request.resume().once('end', () => {
			times.deliveries.push(receivedAt - shownAt);
			response.writeHead(200).end();
		});
	});
	await new Promise<void>((resolve) => server.listen(0, HOST, resolve));
	const receiverHost = `${HOST}:${(server.address() as AddressInfo).port}`;
	const origin = `http://${HOST}`;
	const wall = systemWallClock;
	const config = { origin, folder, smtpUrl: null, mailFrom: 'Bench <bench@localhost>', captcha: null, oauth: [], telegramToken: null };
	const accounts = openAccounts({ records, config, wall, log: { error: (details, message) => onError(message, details) } });
	const jobs = await openJobs({ records, definitions: JOBS, wall, onError });
	const delivery = await openDelivery({
		records,
		accounts,
		config: { ...config, contact: null, push: { hosts: [], keys: null }, localReceivers: [receiverHost] },
		market,
		source: { label: 'Made-up market', simulated: true },
		parameters: PARAMETERS_V1,
		wall,
		audit: createAuditLog(accounts),
		jobs,
		random: Math.random,
		onError,
	});
	// Registered before the alerts' own listener, so that `shownAt` is set before alerts are evaluated.
	market.reports.onNewest(() => {
		// On a busy machine the last report's messages can still be in flight; times are then too long, never too short.
		if (!isAllSent) return;
		isAllSent = false;
		shownAt = performance.now();
	});
	const alerts = openAlerts({
		records,
		market,
		isClockStopped: false,
		workspace: { version: async () => undefined },
		calendar: nyse,
		timetable: createDefaultSlots(nyse),
		currentParameters: () => PARAMETERS_V1,
		wall,
		jobs,
		onDeliveriesDue: () => {
			times.inbox ??= performance.now() - shownAt;
			delivery.wake();
		},
		onError,
	});
	await delivery.begin();
	await alerts.begin();
	const isBusy = async (): Promise<boolean> => {
		const { rows } = await records.db.execute<{ busy: boolean }>(`select
			exists (select from deliveries where state = 'waiting') or exists (select from jobs where kind = 'filter_notices' and finished_at is null) as busy`);
		return rows[0]?.busy === true;
	};
	return {
		receiverOrigin: `http://${receiverHost}`,
		waitUntilSent: async () => {
			while (await isBusy()) await new Promise((resolve) => setTimeout(resolve, 20));
			const result = times;
			times = { inbox: undefined, deliveries: [] };
			isAllSent = true;
			return result;
		},
		close: async () => {
			alerts.stop();
			delivery.stop();
			await jobs.stop();
			await accounts.close();
			server.closeAllConnections();
			server.close();
		},
	};
}
