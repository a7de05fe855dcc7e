import type { Information } from '@sw/domain/filings/information';
import type { Channel } from '@sw/domain/inbox/delivery';
import { changeSummary } from '@sw/domain/inbox/feed';
import type { AlertQuestion, Message } from '@sw/domain/inbox/message';
import { formatEt } from '@sw/domain/time/format';
import type { ReportTime } from '@sw/domain/time/units';

/** A message as it is delivered: symbols and links, but no prices, because data vendors forbid passing them on. */
export interface DeliveryContent {
	readonly id: number;
	readonly kind: Message['kind'];
	/** For a filter alert, the filter's name. */
	readonly subject: string;
	readonly createdAt: number;
	/** Path on this site: the message's page, or the page of its wheel or list. */
	readonly path: string;
	/** The message's wheel as a PNG. */
	readonly picture?: Buffer | undefined;
	/** URL of the picture, for receivers that load it themselves. */
	readonly pictureUrl?: string | undefined;
	readonly alert: DeliveredAlert | null;
	/** Paragraphs separated by line breaks; null for a filter alert. */
	readonly text: string | null;
}

interface DeliveredAlert {
	readonly filterId: number;
	readonly report: { readonly time: ReportTime; readonly version: number };
	/** Symbols in alphabetical order. `entered`: those worth reporting outside the inbox; `otherEntered`: the rest, such as those within the cool-down. */
	readonly entered: readonly string[];
	readonly otherEntered: readonly string[];
	readonly left: readonly string[];
	/** Tickers that entered and have a filing, each with its newest one; tickers whose filings aren't known are in neither list. */
	readonly withFiling: readonly FiledTicker[];
	readonly withoutFiling: readonly string[];
	readonly matches: number;
	readonly total: number;
	/** The filter's settings at the time of the report. */
	readonly question: AlertQuestion;
}

interface FiledTicker {
	readonly symbol: string;
	readonly form: string;
}

/** Maximum pictures in a mail. Each has about 40 kB. */
export const MAX_PICTURES = 5;

/** Selects the messages whose wheel is drawn. Drawing is slow, so a mail shows few pictures, and several app messages at once show none. */
export function selectMessagesWithPicture<M extends Pick<Message, 'written'>>(channel: Channel, messages: readonly M[]): readonly M[] {
	const limit = channel === 'mail' ? MAX_PICTURES : channel === 'app' && messages.length === 1 ? 1 : 0;
	return messages.filter(({ written }) => written?.wheel).slice(0, limit);
}

/**
 * Prepares a message for delivery. `symbolOf` must know every ticker that was ever in a report. `informationOf`: filings of a ticker as of the alert's report.
 */
export function createDeliveryContent(
	message: Message,
	symbolOf: (id: number) => string,
	informationOf: (id: number) => Information | undefined = () => undefined,
	picture?: Buffer,
): DeliveryContent {
	const { id, kind, subject, createdAt, notice: alert, written } = message;
	const sortedSymbols = (ids: readonly number[]): string[] => ids.map(symbolOf).sort();
	const enteredTickers = (alert?.entered ?? []).map((ticker) => ({ symbol: symbolOf(ticker), information: informationOf(ticker) }));
	enteredTickers.sort((a, b) => (a.symbol < b.symbol ? -1 : 1));
	const sentIds = new Set(alert ? (alert.sent ?? alert.entered) : []);
	return {
		id,
		kind,
		subject,
		createdAt,
		path: (kind === 'list' || written?.wheel ? written?.link : null) ?? `/messages/${id}`,
		picture,
		alert: alert && {
			filterId: alert.filterId,
			report: alert.report,
			entered: sortedSymbols([...sentIds]),
			otherEntered: sortedSymbols(alert.entered.filter((ticker) => !sentIds.has(ticker))),
			left: sortedSymbols(alert.left),
			withFiling: enteredTickers.flatMap(({ symbol, information }) =>
				information?.filing ? { symbol, form: information.filing.form } : [],
			),
			withoutFiling: enteredTickers.flatMap(({ symbol, information }) => (information?.state === 'no' ? symbol : [])),
			matches: alert.matches,
			total: alert.of,
			question: alert,
		},
		text: written?.text ?? null,
	};
}

/** Counts the tickers that entered, including those not worth reporting, as in the inbox. */
export function countEntered({ entered, otherEntered }: DeliveredAlert): number {
	return entered.length + otherEntered.length;
}

/** Returns a title such as 'Breakouts: 3 entered, 2 left', or only the subject. */
export function formatTitle({ subject, alert }: DeliveryContent): string {
	return alert === null ? subject : `${subject}: ${changeSummary(countEntered(alert), alert.left.length)}`;
}

/** Names the messages that a delivery leaves out: '3 more messages'. */
export function formatRemainder(count: number): string {
	return `${count} more ${count === 1 ? 'message' : 'messages'}`;
}

/** Lists symbols, such as 'AAA, BBB and 4 more'. */
export function formatSymbols(symbols: readonly string[], limit: number): string {
	const shownSymbols = symbols.length > limit ? symbols.slice(0, limit - 1) : symbols;
	const hiddenCount = symbols.length - shownSymbols.length;
	return hiddenCount === 0 ? shownSymbols.join(', ') : `${shownSymbols.join(', ')} and ${hiddenCount} more`;
}

/** Returns a line such as 'Report of 06/30/2026 11:45 AM ET: 12 of 1,200 tickers match'. */
export function formatReportLine({ report, matches, total }: DeliveredAlert): string {
	return `Report of ${formatEt(report.time, 'datetime')} ET: ${matches.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} tickers ${matches === 1 ? 'matches' : 'match'}`;
}

/** Returns lines such as 'With a filing: AAA (8-K), BBB (10-Q)' and 'No filing: CCC'. Leaves out tickers whose filings aren't known. */
export function formatFilingLines({ withFiling, withoutFiling }: DeliveredAlert, limit: number): string[] {
	const filingLabels = withFiling.map(({ symbol, form }) => `${symbol} (${form})`);
	return [
		...(filingLabels.length > 0 ? [`With a filing: ${formatSymbols(filingLabels, limit)}`] : []),
		...(withoutFiling.length > 0 ? [`No filing: ${formatSymbols(withoutFiling, limit)}`] : []),
	];
}

/** Lists the symbols that entered, each with its filing: 'AAA (8-K)', 'CCC (no filing)'. */
export function formatEnteredSymbols({ entered, withFiling, withoutFiling }: DeliveredAlert): string[] {
	const forms = new Map([
		...withFiling.map(({ symbol, form }) => [symbol, form] as const),
		...withoutFiling.map((symbol) => [symbol, 'no filing'] as const),
	]);
	return entered.map((symbol) => (forms.has(symbol) ? `${symbol} (${forms.get(symbol)})` : symbol));
}

/** Returns a title such as '3 filter alerts', or '3 messages' for mixed kinds. */
export function formatBatchTitle(contents: readonly DeliveryContent[]): string {
	return contents.every(({ kind }) => kind === 'filter') ? `${contents.length} filter alerts` : `${contents.length} messages`;
}
