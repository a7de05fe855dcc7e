import type { Conditions } from '../filters/groups.ts';
import type { Licence } from '../reports/licence.ts';
import type { Operation, Tab } from '../signals/sector.ts';
import type { StrategyName } from '../time/timeframe.ts';
import { DAY, type ReportTime, type TickerId, type UtcMs } from '../time/units.ts';

/**
 * Subject of a message: a filter's list, an order or subscription, the service, an answer to a contact message, market breadth, an alert on a ticker, a
 * list that was scheduled by mail.
 */
export const MESSAGE_KINDS = ['filter', 'order', 'house', 'answer', 'breadth', 'alert', 'list'] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** How long messages are kept. */
export const MESSAGE_LIFE = 90 * DAY;
/** How long a deleted message can be restored. */
export const UNDO_LIFE = DAY;

/** A report by its time and version. */
export interface ReportName {
	readonly time: ReportTime;
	readonly version: number;
}

/** A report whose alerts were evaluated for a licence. */
export interface EvaluatedReport extends ReportName {
	/** null: before licences were recorded; for those that opened it when it was published. */
	readonly licence: Licence | null;
	/** Whether lists of filters were compared, not only alerts on tickers. */
	readonly lists: boolean;
}

/** A filter's question when its alert was created; it may have changed since. */
export interface AlertQuestion extends Conditions {
	readonly tab: Tab;
	readonly strategy: StrategyName;
	readonly operation: Operation;
}

/** Contents of a filter alert besides the tickers, whose details are read from the immutable reports. */
export interface AlertContent extends AlertQuestion {
	/** Number of tickers that match in the report, that matched in the previous one, and that were eligible and not stale. */
	readonly matches: number;
	readonly before: number;
	readonly of: number;
}

/** How a list changed from one report to the next. */
export interface ListAlert extends AlertContent {
	readonly report: ReportName;
	readonly since: ReportName;
	/** Ids, ascending. */
	readonly entered: readonly number[];
	readonly left: readonly number[];
	/** Those of `entered` that are worth sending outside the inbox; null: all of them. */
	readonly sent: readonly number[] | null;
}

/** The same for a filter. */
export interface FilterAlert extends ListAlert {
	readonly filterId: number;
}

/** Text of a message that isn't a filter alert: paragraphs, and a link into the product. */
export interface WrittenContent {
	readonly text: string;
	/** A path of this site. */
	readonly link: string | null;
	/** The wheel that belongs to it, where there is one: `link` leads to it. */
	readonly wheel?: NamedWheel | undefined;
}

/** A ticker's wheel in a report. */
export interface NamedWheel {
	readonly tickerId: TickerId;
	readonly time: ReportTime;
	readonly tab: Tab;
	readonly strategy: StrategyName;
}

interface MessageHead {
	readonly id: number;
	readonly kind: MessageKind;
	readonly subject: string;
	readonly createdAt: UtcMs;
	readonly readAt: UtcMs | null;
}

/** A stored message. */
export type Message = MessageHead &
	({ readonly notice: FilterAlert; readonly written: null } | { readonly notice: null; readonly written: WrittenContent });

/** Sends a message from other modules to an account; one with the same key is sent once. */
export interface DeliverableMessage extends WrittenContent {
	readonly kind: Exclude<MessageKind, 'filter' | 'house'>;
	readonly subject: string;
	readonly key: string;
}

/** Selects messages of an account. */
export interface MessageSearch {
	readonly kind?: MessageKind | undefined;
	readonly unread?: boolean | undefined;
	readonly filter?: number | undefined;
	/** Part of the subject or text. */
	readonly q?: string | undefined;
	/** The ticker to search for: alerts in which it entered or left. */
	readonly tickerId?: number | undefined;
}
