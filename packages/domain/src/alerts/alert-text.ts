import { sectorLabel, TABS, type Tab } from '../signals/sector.ts';
import { formatEt } from '../time/format.ts';
import { type StrategyName, strategyNamed, TIMEFRAMES, type Timeframe } from '../time/timeframe.ts';
import type { ReportTime, TickerId } from '../time/units.ts';
import type { AlertCondition, AlertFiring } from './ticker-alert.ts';

/** 'AAPL rose to 190': the subject of the message. The level is its owner's own number; messages contain no market prices. */
export function firedText(symbol: string, condition: AlertCondition): string {
	switch (condition.kind) {
		case 'price':
			return `${symbol} ${condition.side === 'above' ? 'rose' : 'fell'} to ${condition.level}`;
		case 'rate':
			return `${symbol}: rate reached ${condition.value} in ${listName(condition)}`;
		case 'depth':
			return `${symbol}: ${sectorLabel(condition.sector)} reached depth ${condition.value} on ${timeframeLabel(condition.timeframe)}`;
		case 'volume':
			return `${symbol}: volume reached ${condition.value} typical moves on ${timeframeLabel(condition.timeframe)}`;
		case 'mentions':
			return `${symbol}: mentions reached ${condition.value} in 24 h`;
		case 'enters':
			return `${symbol} entered ${listName(condition)}`;
		case 'leaves':
			return `${symbol} left ${listName(condition)}`;
	}
}

function listName({ tab, strategy }: { tab: Tab; strategy: StrategyName }): string {
	return `${TABS.find(({ name }) => name === tab)?.label}, ${strategyNamed(strategy).label}`;
}

function timeframeLabel(name: Timeframe): string {
	return TIMEFRAMES.find((one) => one.name === name)?.label ?? name;
}

/** The paragraphs of the message. */
export function firedDetail({ alert: { note } }: Pick<AlertFiring, 'alert'>, report: ReportTime): string {
	const about = `Report of ${formatEt(report, 'datetime')} ET.`;
	return note === '' ? about : `${note}\n\n${about}`;
}

/** The ticker's page in the report that the alert fired in, with its wheel. */
export function firedLink(tickerId: TickerId, report: ReportTime, condition: AlertCondition): string {
	const tab = 'tab' in condition ? `tabType=${condition.tab}&` : '';
	return `/ticker/${tickerId}?${tab}report=${encodeURIComponent(new Date(report).toISOString().replace('.000Z', 'Z'))}`;
}
