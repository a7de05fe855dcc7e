import type { Operation } from '../signals/sector.ts';
import { formatEt, isoSeconds } from '../time/format.ts';
import type { StrategyName } from '../time/timeframe.ts';
import type { ReportTime } from '../time/units.ts';
import type { ListMail } from './list-mail.ts';
import type { WrittenContent } from './message.ts';

/** Maximum number of tickers named in a mail. */
export const MAX_MAILED_ROWS = 25;

/** A ranked list of a report. */
export interface MailedList {
	readonly name: string;
	readonly mail: Pick<ListMail, 'filterId' | 'tab'> & {
		/** null: the list has no filter. */
		readonly filter: { readonly strategy: StrategyName; readonly operation: Operation | null } | null;
	};
	readonly report: ReportTime;
	readonly total: number;
	/** The first MAX_MAILED_ROWS rows of the list. */
	readonly rows: readonly { readonly symbol: string; readonly rate: number }[];
}

/** Writes the subject: 'Heavy openings at 10:00 AM ET: 12 tickers' */
export function formatListMailSubject({ name, report, total }: MailedList): string {
	return `${name} at ${formatEt(report, 'time')} ET: ${total.toLocaleString('en-US')} ${total === 1 ? 'ticker' : 'tickers'}`;
}

/** Writes one line per ticker, and a link to the list in the report. Contains no prices, because data vendors forbid passing them on. */
export function formatListMailContent({ mail: { filterId, tab, filter }, report, total, rows }: MailedList): WrittenContent {
	const omitted = total - rows.length;
	const lines = rows.map(({ symbol, rate }, at) => `${at + 1}. ${symbol}, rate ${rate}`);
	const query = [
		`tabType=${tab}`,
		...(filterId === null ? [] : [`filterId=${filterId}`]),
		...(filter ? [`strategyTimeframe=${filter.strategy}`] : []),
		...(filter?.operation ? [`operation=${filter.operation}`] : []),
		`report=${encodeURIComponent(isoSeconds(report))}`,
	];
	return {
		text: [
			`Report of ${formatEt(report, 'datetime')} ET.`,
			...(total === 0 ? ['No ticker is in this list.'] : lines),
			...(omitted > 0 ? [`and ${omitted.toLocaleString('en-US')} more`] : []),
		].join('\n\n'),
		link: `/main?${query.join('&')}`,
	};
}
