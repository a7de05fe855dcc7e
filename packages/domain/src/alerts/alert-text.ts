import { describeFiling } from '../filings/forms.ts';
import { type InformationLookBack, type RatedTimeframes, rowInformation } from '../filings/information.ts';
import type { NamedWheel } from '../inbox/message.ts';
import { rowOfTicker } from '../reports/list/row-mask.ts';
import type { ReportTable } from '../signals/report-table.ts';
import { sectorLabel, TABS, type Tab } from '../signals/sector.ts';
import { formatEt } from '../time/format.ts';
import { type StrategyName, strategyNamed, TIMEFRAMES, type Timeframe, timeframeIndex } from '../time/timeframe.ts';
import type { ReportTime, TickerId } from '../time/units.ts';
import type { AlertCondition, AlertFilter, AlertFiring } from './ticker-alert.ts';

/** Writes the subject of the message, such as 'AAPL rose to $190.00'. The level is the number entered by the owner: messages contain no market prices. */
export function formatAlertSubject(symbol: string, condition: AlertCondition): string {
	switch (condition.kind) {
		case 'price':
			return `${symbol} ${condition.side === 'above' ? 'rose' : 'fell'} to ${formatDollars(condition.level)}`;
		case 'trend':
			return `${symbol} ${condition.side === 'above' ? 'rose' : 'fell'} to your trend line`;
		case 'rate':
			return `${symbol}: rate ${thresholdVerb(condition)} ${condition.value} in ${listName(condition)}`;
		case 'depth':
			return `${symbol}: ${sectorLabel(condition.sector)} ${thresholdVerb(condition)} depth ${condition.value} on ${timeframeLabel(condition.timeframe)}`;
		case 'volume':
			return `${symbol}: volume ${thresholdVerb(condition)} ${condition.value} typical moves on ${timeframeLabel(condition.timeframe)}`;
		case 'mentions':
			return `${symbol}: mentions ${thresholdVerb(condition)} ${condition.value} in 24 h`;
		case 'mention_spike':
			return `${symbol}: mentions ${thresholdVerb(condition)} ${condition.value} times the usual`;
		case 'enters':
			return `${symbol} entered ${listName(condition)}`;
		case 'leaves':
			return `${symbol} left ${listName(condition)}`;
		case 'filing':
			return `${symbol}: new filing`;
	}
}

const priceFormat = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 4 });

function formatDollars(price: number): string {
	return `$${priceFormat.format(price)}`;
}

function thresholdVerb({ falls }: { falls?: boolean | undefined }): string {
	return falls ? 'fell below' : 'reached';
}

function listName({ tab, strategy, filter }: { tab: Tab; strategy: StrategyName; filter?: AlertFilter | undefined }): string {
	if (filter) return `your filter ${filter.name}`;
	return `${TABS.find(({ name }) => name === tab)?.label}, ${strategyNamed(strategy).label}`;
}

function timeframeLabel(name: Timeframe): string {
	return TIMEFRAMES.find((timeframe) => timeframe.name === name)?.label ?? name;
}

/** Writes the body of the message, with blank lines between paragraphs. Without the report's `table`, filings aren't mentioned. */
export function formatAlertBody(
	{ alert, tickerId }: Pick<AlertFiring, 'alert' | 'tickerId'>,
	report: ReportTime,
	table?: ReportTable,
): string {
	const { note, condition, watchlistName } = alert;
	const information = table ? formatInformation(condition, table, rowOfTicker(table, tickerId)) : '';
	const watchlist = watchlistName === null ? '' : `On your watchlist ${watchlistName}. `;
	const body = `${information}${watchlist}Report of ${formatEt(report, 'datetime')} ET.`;
	return note === '' ? body : `${note}\n\n${body}`;
}

const KINDS_WITHOUT_MOVE: ReadonlySet<AlertCondition['kind']> = new Set(['mentions', 'mention_spike', 'leaves', 'filing']);
const NO_FILING_TEXTS = {
	previous_close: 'no filing since the previous close',
	five_sessions: 'no filing in the last five sessions',
} satisfies Record<InformationLookBack, string>;

/** Writes 'Filing: 8-K: results, 11/20/2026 4:05 PM ET. ' or 'Moved, no filing since the previous close. '; '' where filings are unknown. */
function formatInformation(condition: AlertCondition, table: ReportTable, row: number): string {
	if (row === -1) return '';
	const { state, lookBack, filing } = rowInformation(table, row, timeframesOf(condition));
	if (filing)
		return `Filing: ${filing.form}: ${describeFiling(filing.form, filing.items)}, ${formatEt(filing.acceptedAt, 'datetime')} ET. `;
	if (state !== 'no') return '';
	const noFiling = NO_FILING_TEXTS[lookBack];
	return KINDS_WITHOUT_MOVE.has(condition.kind) ? `${noFiling.replace(/^./, (first) => first.toUpperCase())}. ` : `Moved, ${noFiling}. `;
}

/** Returns the timeframes that a condition rates, if any. They decide how far back filings are searched. */
function timeframesOf(condition: AlertCondition): RatedTimeframes {
	if ('strategy' in condition) return strategyNamed(condition.strategy);
	return { rated: 'timeframe' in condition ? [timeframeIndex(condition.timeframe)] : [] };
}

/** Returns the wheel shown in the message: the wheel of the alert's list, otherwise the wheel of the ticker's page. */
export function alertWheel(tickerId: TickerId, time: ReportTime, condition: AlertCondition): NamedWheel {
	const { tab, strategy } = 'tab' in condition ? condition : ({ tab: 'extreme_rise', strategy: 'first' } as const);
	return { tickerId, time, tab, strategy };
}

/** Returns the path of the ticker's page in the report for which the alert fired. */
export function alertLink(tickerId: TickerId, report: ReportTime, condition: AlertCondition): string {
	const tab = 'tab' in condition ? `tabType=${condition.tab}&` : '';
	return `/ticker/${tickerId}?${tab}report=${encodeURIComponent(new Date(report).toISOString().replace('.000Z', 'Z'))}`;
}
