import type { Tab } from '../signals/sector.ts';
import type { Session } from '../time/calendar.ts';
import { formatEt, isoSeconds } from '../time/format.ts';
import type { ReportTime } from '../time/units.ts';
import { newYorkMinute, newYorkToUtc } from '../time/zone.ts';
import { dayClock } from './delivery.ts';
import type { WrittenContent } from './message.ts';

/** A list that an account gets by mail on each trading day, with the report of one time of day. */
export interface ListMail {
	readonly id: number;
	/** null: the list of the tab, without a filter. */
	readonly filterId: number | null;
	readonly tab: Tab;
	/** New York time, 'HH:MM'. */
	readonly slot: string;
}

/** The times of a session's reports in New York: every quarter-hour from 09:45 to 16:00. */
export const LIST_MAIL_SLOTS: readonly string[] = Array.from({ length: 26 }, (_, i) => dayClock(9 * 60 + 45 + 15 * i));
export const MOST_LIST_MAILS = 10;
/** Tickers that a mail names. */
export const MOST_MAILED_ROWS = 25;

/** The report of a slot on a session's day; after an early close, the session's last one. */
export function slotReport({ date, close }: Pick<Session, 'date' | 'close'>, slot: string): ReportTime {
	const [hour = 0, minute = 0] = slot.split(':').map(Number);
	return Math.min(newYorkToUtc(date, hour, minute), close) as ReportTime;
}

/** The slot of a report. */
export function slotOf(report: number): string {
	return dayClock(newYorkMinute(report));
}

/** A list of a report, ranked. */
export interface MailedList {
	readonly name: string;
	readonly mail: Pick<ListMail, 'filterId' | 'tab'>;
	readonly report: ReportTime;
	readonly total: number;
	/** The first of it, no more than MOST_MAILED_ROWS. */
	readonly rows: readonly { readonly symbol: string; readonly rate: number }[];
}

/** 'Heavy openings at 10:00 AM ET: 12 tickers' */
export function listMailSubject({ name, report, total }: MailedList): string {
	return `${name} at ${formatEt(report, 'time')} ET: ${total.toLocaleString('en-US')} ${total === 1 ? 'ticker' : 'tickers'}`;
}

/** One line for each ticker, and the list in that report as the link. Symbols and rates, no prices, since data vendors forbid passing theirs on. */
export function listMailContent({ mail: { filterId, tab }, report, total, rows }: MailedList): WrittenContent {
	const left = total - rows.length;
	const lines = rows.map(({ symbol, rate }, at) => `${at + 1}. ${symbol}, rate ${rate}`);
	const query = [
		`tabType=${tab}`,
		...(filterId === null ? [] : [`filter=${filterId}`]),
		`report=${encodeURIComponent(isoSeconds(report))}`,
	];
	return {
		text: [
			`Report of ${formatEt(report, 'datetime')} ET.`,
			...(total === 0 ? ['No ticker is in this list.'] : lines),
			...(left > 0 ? [`and ${left.toLocaleString('en-US')} more`] : []),
		].join('\n\n'),
		link: `/main?${query.join('&')}`,
	};
}
