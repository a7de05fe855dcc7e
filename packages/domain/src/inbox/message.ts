import type { Conditions } from '../filters/groups.ts';
import type { Licence } from '../reports/licence.ts';
import type { Operation, Tab } from '../signals/sector.ts';
import type { StrategyName } from '../time/timeframe.ts';
import { DAY, type ReportTime, type TickerId, type UtcMs } from '../time/units.ts';

/**
 * Subjects of messages: changes of a filter's list, an order or subscription, the service itself ('house'), an answer to a contact message, market breadth,
 * an alert on a ticker, or a list scheduled by mail.
 */
export const MESSAGE_KINDS = ['filter', 'order', 'house', 'answer', 'breadth', 'alert', 'list'] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** How long messages are kept. */
export const MESSAGE_LIFE = 90 * DAY;
/** How long a deleted message can be restored. */
export const UNDO_LIFE = DAY;

/** Identifies a version of a report. */
export interface ReportVersionId {
	readonly time: ReportTime;
	readonly version: number;
}

/** A report whose alerts were evaluated for a licence. */
export interface EvaluatedReport extends ReportVersionId {
	/** null: evaluated before licences were recorded, for every licence that opened the report at its publication. */
	readonly licence: Licence | null;
	/** Whether the lists of filters were compared, in addition to the alerts on tickers. */
	readonly lists: boolean;
}

/** A filter's question as it was when its alert was created. */
export interface AlertQuestion extends Conditions {
	readonly tab: Tab;
	readonly strategy: StrategyName;
	readonly operation: Operation;
}

/** Stored content of a filter alert, apart from ticker ids; details of the tickers are read from the immutable reports. */
export interface AlertContent extends AlertQuestion {
	/** Number of matching tickers. */
	readonly matches: number;
	/** Number of matching tickers in the earlier report. */
	readonly before: number;
	/** Number of tickers that were eligible and not stale. */
	readonly of: number;
}

/** How a list changed from report `since` to `report`. */
export interface ListAlert extends AlertContent {
	readonly report: ReportVersionId;
	readonly since: ReportVersionId;
	/** Ids, ascending. */
	readonly entered: readonly number[];
	readonly left: readonly number[];
	/** Members of `entered` that are worth sending outside the inbox; null: all of them. */
	readonly sent: readonly number[] | null;
}

export interface FilterAlert extends ListAlert {
	readonly filterId: number;
}

/** Content of a message that isn't a filter alert. */
export interface WrittenContent {
	/** Paragraphs, separated by blank lines. */
	readonly text: string;
	/** A path of this site. */
	readonly link: string | null;
	/** The wheel shown in the message, if any; `link` opens the wheel's page. */
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

export type Message = MessageHead &
	({ readonly notice: FilterAlert; readonly written: null } | { readonly notice: null; readonly written: WrittenContent });

/** A message that other modules send to an account. Each key is sent only once. */
export interface DeliverableMessage extends WrittenContent {
	readonly kind: Exclude<MessageKind, 'filter' | 'house'>;
	readonly subject: string;
	readonly key: string;
}

/** Search criteria; a message must match all of them. */
export interface MessageSearch {
	readonly kind?: MessageKind | undefined;
	readonly unread?: boolean | undefined;
	/** Id of a filter. */
	readonly filter?: number | undefined;
	/** Part of the subject or text. */
	readonly q?: string | undefined;
	/** Selects alerts for lists that this ticker entered or left. */
	readonly tickerId?: number | undefined;
}
