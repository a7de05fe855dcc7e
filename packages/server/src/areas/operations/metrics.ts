import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client';
import type { ReportFacts } from '../../reports/hot-reports.ts';
import type { Freshness } from './freshness.ts';

export interface Metrics {
	/** All metrics in the Prometheus text format. */
	text(): Promise<string>;
	readonly contentType: string;
	/** Must be called for each published report. */
	recordPublished(facts: ReportFacts): void;
	close(): void;
}

/** Bucket bounds in seconds. */
const LAG_BUCKETS = [0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300, 900];
const DURATION_BUCKETS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];

/** Number of public filings in memory, and seconds since they were last complete (NaN if they never were). */
interface FilingFacts {
	readonly count: number;
	readonly delay: number;
}

/** `version`: the product's version. */
export function createMetrics(freshness: () => Promise<Freshness>, version: string, filings: () => FilingFacts): Metrics {
	const registry = new Registry();
	collectDefaultMetrics({ register: registry });
	const gauge = (name: string, help: string): Gauge => new Gauge({ name: `signalwheel_${name}`, help, registers: [registry] });
	const gauges = {
		delay: gauge('data_delay_seconds', 'Age of the newest bars on the market clock'),
		open: gauge('exchange_open', '1 during the regular session on the market clock, otherwise 0'),
		p50: gauge('slot_lag_p50_seconds', 'Median delay from the end of a slot to its report, last 20 sessions'),
		p95: gauge('slot_lag_p95_seconds', '95th percentile of the delay from the end of a slot to its report, last 20 sessions'),
		missed: gauge('slots_missed', 'Slots of the last 20 sessions whose report was late, reconstructed or missing'),
		reports: gauge('reports_missing', 'Slots of the last 20 sessions without a report'),
		bars: gauge('bars_missing', 'Missing bars found by the last gap check'),
		quarantined: gauge('tickers_quarantined', 'Tickers without depths because of an unexplained jump'),
		filings: gauge('filings', 'Public filings in memory'),
		filingsDelay: gauge('filings_delay_seconds', 'Time since public filings were last read completely'),
		connections: gauge('hub_connections', 'Live connections'),
		heldPolls: gauge('hub_held_polls', 'Polls waiting for a report'),
	};
	new Gauge({
		name: 'signalwheel_build_info',
		help: 'Version of the product; always 1',
		labelNames: ['version'],
		registers: [registry],
	}).set({ version }, 1);
	const lagHistogram = new Histogram({
		name: 'signalwheel_slot_lag_seconds',
		help: 'Delay from the end of a slot to its report, wall clock',
		buckets: LAG_BUCKETS,
		registers: [registry],
	});
	const requestDurations = new Histogram({
		name: 'signalwheel_http_seconds',
		help: 'HTTP responses by kind and status',
		labelNames: ['kind', 'status'],
		buckets: DURATION_BUCKETS,
		registers: [registry],
	});
	const startedAt = new WeakMap<IncomingMessage, number>();
	const onStart = (message: unknown): void => void startedAt.set((message as { request: IncomingMessage }).request, performance.now());
	const onFinish = (message: unknown): void => {
		const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
		const startMs = startedAt.get(request);
		if (startMs !== undefined && request.url !== '/metrics')
			requestDurations.observe(
				{ kind: requestKind(request.url), status: `${Math.floor(response.statusCode / 100)}xx` },
				(performance.now() - startMs) / 1_000,
			);
	};
	subscribe('http.server.request.start', onStart);
	subscribe('http.server.response.finish', onFinish);

	return {
		contentType: registry.contentType,
		text: async () => {
			const currentFreshness = await freshness();
			gauges.delay.set(currentFreshness.delay ?? Number.NaN);
			gauges.open.set(currentFreshness.session === 'regular' ? 1 : 0);
			gauges.p50.set(currentFreshness.punctuality.p50 ?? Number.NaN);
			gauges.p95.set(currentFreshness.punctuality.p95 ?? Number.NaN);
			gauges.missed.set(currentFreshness.punctuality.missed);
			gauges.reports.set(currentFreshness.gaps.reports);
			gauges.bars.set(currentFreshness.gaps.bars ?? Number.NaN);
			gauges.quarantined.set(currentFreshness.quarantined);
			const { count, delay } = filings();
			gauges.filings.set(count);
			gauges.filingsDelay.set(delay);
			gauges.connections.set(currentFreshness.hub.connections);
			gauges.heldPolls.set(currentFreshness.hub.held_polls);
			return registry.metrics();
		},
		recordPublished: (facts) => {
			if (facts.lag !== null) lagHistogram.observe(facts.lag / 1_000);
		},
		close: () => {
			unsubscribe('http.server.request.start', onStart);
			unsubscribe('http.server.response.finish', onFinish);
			registry.clear();
		},
	};
}

/** Returns the kind of a request. Held polls of the hub are counted separately, because they would distort the other response times. */
function requestKind(url = ''): string {
	if (url.startsWith('/api/hubs/')) return 'hub';
	if (url.startsWith('/api/')) return 'api';
	return url.startsWith('/assets/') ? 'asset' : 'page';
}
