import type { HubConnection } from '@microsoft/signalr';
import type { ReportRecord } from '@sw/domain/reports/report-record';
import { nyse, type Session } from '@sw/domain/time/calendar';
import { type ExchangeDate, exchangeDate, MINUTE } from '@sw/domain/time/units';
import { testStores } from '@sw/store/testing/test-stores';
import { expect, it } from 'vitest';
import { createApp } from '../http/app.ts';
import { HTTP_DEFAULTS } from '../http/config.ts';
import { accountGuard, createHubClient, recordEvents } from '../hub/testing/hub-server.ts';
import { createDefaultSlots } from '../market/timetable/slot-times.ts';
import { createFakeWallClock } from '../platform/clocks/testing/fake-wall-clock.ts';
import { createDelayedCloses } from '../reports/delayed-closes.ts';
import { openShownReports } from '../reports/shown-reports.ts';
import { openLive } from './live.ts';
import { urlOf } from './processes/process-registry.ts';

const DATES = ['2014-06-02', '2014-06-03', '2014-06-04', '2014-06-05'].map(exchangeDate);

function reportAt(time: number): ReportRecord {
	return { time, algo: 'reverse', version: 1, buildId: 1, cutoff: time, publishedAt: time, chainSeq: 1 } as ReportRecord;
}

it('a close that opens one session later is announced to the licences that it opens for, each report once', async () => {
	await using stores = await testStores();
	const shown = openShownReports(stores, createDelayedCloses(createDefaultSlots(nyse)));
	const guard = accountGuard(
		new Map([
			['basic', 'basic'],
			['premium', 'premium'],
			['pro', 'pro'],
		]),
	);
	const config = { ...HTTP_DEFAULTS, origin: 'http://localhost:8080', callsPerMinute: 100_000 };
	const live = await openLive({
		records: stores.records,
		accounts: { guard, sessions: { forget: () => {}, hearing: () => {} } } as never,
		config: { ...config, internalAddress: undefined, roles: new Set(['api']) } as never,
		wall: createFakeWallClock(),
		reports: shown.hot,
		number: 1,
		onError: (message, error) => console.error(message, error),
	});
	const app = await createApp({ config, areas: [], version: '1', guard, extensions: [live.hub.routes] });
	const clients: HubConnection[] = [];
	try {
		await app.listen({ port: 0, host: '127.0.0.1' });
		const origin = urlOf(app.server.address() as never);
		const events = new Map<string, unknown[][]>();
		for (const name of ['basic', 'premium', 'pro']) {
			const client = createHubClient(origin, name);
			clients.push(client);
			events.set(name, recordEvents(client));
			await client.start();
		}
		const held = () => expect.poll(() => live.hub.metrics().heldPolls, { interval: 2 }).toBe(3);
		const counts = () => [...events.values()].map(({ length }) => length);
		const publish = async (time: number, expected: readonly number[]) => {
			await held();
			shown.add(reportAt(time));
			await expect.poll(counts, { interval: 2 }).toEqual(expected);
			await held();
			expect(counts()).toEqual(expected);
		};
		const closeOf = (at: number): number => (nyse.sessionOn(DATES[at] as ExchangeDate) as Session).close;
		await publish(closeOf(0), [0, 1, 1]);
		await publish(closeOf(1), [1, 2, 2]);
		await publish(closeOf(2), [2, 3, 3]);
		// A correction of the newest close changes nothing for anyone.
		shown.add({ ...reportAt(closeOf(2)), version: 2 });
		// A quarter-hour that all licences may read opens the close before it too: one event, not two.
		await publish((nyse.sessionOn(DATES[3] as ExchangeDate) as Session).open + 15 * MINUTE, [3, 4, 4]);
		await publish(closeOf(3), [3, 5, 5]);
		expect(events.get('basic')).toEqual([[], [], []]);
	} finally {
		await Promise.all(clients.map((client) => client.stop()));
		await app.close();
		await live.close();
	}
});
