import { formatRate } from '@sw/domain/signals/rate-words';
import { type ExtremeTab, isExtreme, TABS } from '@sw/domain/signals/sector';
import { createWheelModel } from '@sw/domain/signals/wheel/model';
import { wheelSentence } from '@sw/domain/signals/wheel/words';
import { strategyNamed } from '@sw/domain/time/timeframe';
import { DEFAULT_STATE, type ListState, withTab } from '../../entities/list-state/state.ts';
import { visitorListInput } from '../../entities/readings/list-queries.ts';
import type { HeroCard } from '../../features/landing/hero.tsx';
import { describeProblems, formatClock } from '../../features/shell/market-clock.ts';
import { createCardView } from '../../features/signals/card/card-view.ts';
import { LANDING_CHOICE, LANDING_ROWS } from '../../features/tops/queries.ts';
import { LANDING_TABLES } from '../../features/tops/tables.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import type { Api } from '../../lib/api/client.ts';
import type { VisitorListAnswer } from '../../lib/api/types.ts';
import { faultWords } from '../../lib/fault-words.ts';
import { etClock, msOf } from '../../lib/format/times.ts';

/** Tabs whose first card can explain a wheel. The other extreme is used if the page's own list is empty. */
const EXAMPLE_TABS = TABS.map(({ name }) => name).filter((name): name is ExtremeTab => isExtreme(name));
const STRATEGY = strategyNamed(DEFAULT_STATE.strategy);

export function loadList(api: Api, state: ListState): Promise<VisitorListAnswer> {
	return api.signals.landingSectorCharts(visitorListInput(state, true));
}

/** Data that failed to load. `message`: names the data for readers. `reason`: status and message of the failed call, if any. */
export class LoadFailure extends Error {
	readonly reason: string;

	constructor(message: string, cause: unknown) {
		super(message, { cause });
		this.reason = cause instanceof ApiError ? `${cause.status} ${faultWords(cause)}` : '';
	}
}

export function toLoadFailure(message: string) {
	return (cause: unknown): LoadFailure => new LoadFailure(message, cause);
}

/** Loads the card that explains a wheel, and the record of similar cards. Without a card, `reason` says why. */
export async function loadExample(api: Api) {
	const lists = await Promise.all(EXAMPLE_TABS.map((tab) => loadList(api, withTab(DEFAULT_STATE, tab))));
	const card = findHeroCard(lists);
	if (card) return { card, ...(await api.signals.landingRecord({ query: { tab_type: card.tab } })) };
	if (lists.some(({ time }) => time !== null)) return { card, record: null, reason: 'quiet' } as const;
	const { shown } = await api.prices.landingPage({ query: { category: 'gainers', interval: LANDING_CHOICE.interval } });
	return { card, record: null, reason: shown ? 'early' : 'hidden' } as const;
}

function findHeroCard(lists: readonly VisitorListAnswer[]): HeroCard | undefined {
	for (const [i, { items, time }] of lists.entries()) {
		const [first] = items;
		const tab = EXAMPLE_TABS[i];
		if (!first || !tab || time === null) continue;
		const card = createCardView(first, DEFAULT_STATE);
		const wheel = createWheelModel(first.sectors, STRATEGY, card.side);
		const title = { ticker: first.ticker, candidate: card.candidate, rate: formatRate(card.rate, first.rate_scale) };
		return {
			...{ id: card.id, ticker: card.ticker, cap: card.cap, tab, rate: card.rate, wheel },
			sentence: wheelSentence(title, wheel),
			clock: etClock(msOf(time)),
		};
	}
	return undefined;
}

export async function loadTops(api: Api) {
	const query = { interval: LANDING_CHOICE.interval, size: LANDING_ROWS };
	const [tables, sparklines] = await Promise.all([
		Promise.all(LANDING_TABLES.map((category) => api.prices.landingTable({ query: { ...query, category } }))),
		api.prices.landingCharts({ query }),
	]);
	return { tables, sparklines: sparklines.items };
}

export async function loadFrame(api: Api) {
	const { now, speed, provider, degraded, last_report, reports } = await api.operations.health({ query: {} });
	const { session, holiday } = await api.reports.publicSchedule({ query: { date: now } });
	const nowMs = msOf(now);
	// The market clock is 0 until market data is loaded.
	return {
		now: nowMs,
		provider,
		measured: last_report?.measured_timeframes ?? [],
		reports,
		tickers: last_report?.measured ?? 0,
		notices: describeProblems(degraded),
		clock: nowMs === 0 ? undefined : formatClock({ session, holiday, speed }, nowMs),
	};
}
