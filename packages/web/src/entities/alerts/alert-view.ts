import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { sectorLabel, TABS, type Tab } from '@sw/domain/signals/sector';
import { type StrategyName, strategyNamed, TIMEFRAMES } from '@sw/domain/time/timeframe';
import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../lib/api/client.ts';
import { formatChange, formatCount, formatPrice } from '../../lib/format/numbers.ts';
import { words } from './words.ts';

/** Describes a condition: 'price rises to $190'. */
export function conditionText({ condition }: Pick<TickerAlert, 'condition'>): string {
	const { conditions } = words;
	switch (condition.kind) {
		case 'price':
			return conditions[condition.side](formatPrice(condition.level));
		case 'trend': {
			const levelText = condition.level === null ? words.notAvailable : formatPrice(condition.level);
			return condition.side === 'above' ? conditions.trendAbove(levelText) : conditions.trendBelow(levelText);
		}
		case 'rate':
			return conditions.rate(condition.falls === true, condition.value, tabLabel(condition.tab), strategyLabel(condition.strategy));
		case 'depth':
			return conditions.depth(
				condition.falls === true,
				sectorLabel(condition.sector),
				condition.value,
				timeframeLabel(condition.timeframe),
			);
		case 'volume':
			return conditions.volume(condition.falls === true, condition.value, timeframeLabel(condition.timeframe));
		case 'mentions':
			return conditions.mentions(condition.falls === true, formatCount(condition.value));
		case 'mention_spike':
			return conditions.spike(condition.falls === true, String(condition.value));
		case 'enters':
		case 'leaves':
			if (condition.filter !== null) return conditions[`${condition.kind}Filter`](condition.filter);
			return conditions[condition.kind](tabLabel(condition.tab), strategyLabel(condition.strategy));
		case 'filing':
			return conditions.filing;
	}
}

export function tabLabel(tab: Tab): string {
	return TABS.find(({ name }) => name === tab)?.label ?? tab;
}

export function strategyLabel(strategy: StrategyName): string {
	return strategyNamed(strategy).label;
}

export function timeframeLabel(timeframe: string): string {
	return TIMEFRAMES.find(({ name }) => name === timeframe)?.label ?? timeframe;
}

/**
 * Describes the current value of an alert. For prices and trend lines, adds the distance to the level. An alert on several tickers shows the
 * ticker nearest to its condition instead.
 */
export function currentValueText({
	ticker_id: id,
	condition,
	now: current,
	nearest,
}: Pick<TickerAlert, 'ticker_id' | 'condition' | 'now' | 'nearest'>): string {
	if (id === null) return nearestText(condition, current, nearest);
	return current === null ? words.notAvailable : valueText(condition, current);
}

/** Describes the ticker nearest to the condition. '' for conditions without a distance: list membership and filings. */
function nearestText(condition: TickerAlert['condition'], current: number | null, nearest: TickerAlert['nearest']): string {
	if (!('value' in condition)) return '';
	if (current === null || !nearest) return words.notAvailable;
	const numberText = condition.kind === 'volume' || condition.kind === 'mention_spike' ? (n: number) => n.toFixed(1) : formatCount;
	return words.nearest(nearest.ticker, valueText(condition, current), numberText(Math.abs(condition.value - current)));
}

function valueText(condition: TickerAlert['condition'], current: number): string {
	switch (condition.kind) {
		case 'price':
			return words.valueWithDistance(formatPrice(current), formatChange(condition.level / current - 1));
		case 'enters':
		case 'leaves':
			return current === 1 ? words.inList : words.notInList;
		case 'trend':
			return condition.level === null
				? formatPrice(current)
				: words.valueWithDistance(formatPrice(current), formatChange(condition.level / current - 1));
		case 'mention_spike':
			return words.times(current.toFixed(1));
		case 'volume':
			return current.toFixed(1);
		default:
			return formatCount(current);
	}
}

type TickerAlerts = AnswerOf<Contract['inbox']['alerts']>;
export type TickerAlert = TickerAlerts['items'][number];

export function alertsQuery(api: Api) {
	return queryOptions({ queryKey: ['inbox', 'alerts'], queryFn: () => api.inbox.alerts() });
}
