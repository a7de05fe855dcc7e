import type { FilterEntry } from '../filters/entries.ts';
import type { Operation, Tab } from '../signals/sector.ts';
import type { StrategyName } from '../time/timeframe.ts';
import { DAY, type ReportTime, type UtcMs } from '../time/units.ts';

/** Subject of a message: a filter's list, an order or subscription, the service, an answer to a contact message, market breadth. */
export const MESSAGE_KINDS = ['filter', 'order', 'house', 'answer', 'breadth'] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** How long messages are kept. */
export const MESSAGE_LIFE = 90 * DAY;
/** How long one that its owner deleted can be brought back. */
export const UNDO_LIFE = DAY;

/** A report by its time and version. */
export interface ReportName {
	readonly time: ReportTime;
	readonly version: number;
}

/** What a filter asked when its notice was made: it may ask something else by now. */
export interface NoticeQuestion {
	readonly tab: Tab;
	readonly strategy: StrategyName;
	readonly operation: Operation;
	readonly entries: readonly FilterEntry[];
}

/** Contents of a filter's message beside the tickers; their details are read from the reports, which never change. */
export interface NoticeContent extends NoticeQuestion {
	/** Tickers that match in the report, that matched in the one before, and that were eligible and not stale. */
	readonly matches: number;
	readonly before: number;
	readonly of: number;
}

/** How a list became another one from one report to the next. */
export interface ListNotice extends NoticeContent {
	readonly report: ReportName;
	readonly since: ReportName;
	/** Ids, ascending. */
	readonly entered: readonly number[];
	readonly left: readonly number[];
	/** Those of `entered` that are worth telling outside the inbox; null: all of them. */
	readonly told: readonly number[] | null;
}

/** The same of a filter. */
export interface Notice extends ListNotice {
	readonly filterId: number;
}

/** Text of a message that is no filter's: paragraphs, and where in the product it leads. */
export interface WrittenContent {
	readonly text: string;
	/** A path of this site. */
	readonly link: string | null;
}

interface MessageHead {
	readonly id: number;
	readonly kind: MessageKind;
	readonly subject: string;
	readonly createdAt: UtcMs;
	readonly readAt: UtcMs | null;
}

/** A message as it is kept. */
export type Message = MessageHead &
	({ readonly notice: Notice; readonly written: null } | { readonly notice: null; readonly written: WrittenContent });

/** Messages of other modules to an account; one with the same key is sent once. */
export interface ToldMessage extends WrittenContent {
	readonly kind: Exclude<MessageKind, 'filter' | 'house'>;
	readonly subject: string;
	readonly key: string;
}

/** What of an account's messages is asked for. */
export interface MessageSearch {
	readonly kind?: MessageKind | undefined;
	readonly unread?: boolean | undefined;
	readonly filter?: number | undefined;
	/** Part of subject or text. */
	readonly q?: string | undefined;
	/** The ticker that is searched for by its symbol: notices in which it entered or left. */
	readonly tickerId?: number | undefined;
}
