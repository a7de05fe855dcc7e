import { MESSAGE_KINDS, type MessageKind } from '@sw/domain/inbox/message';
import { createQueryReader, readInteger, readOneOf, toDotted } from '../../lib/address/query-grammar.ts';
import { pickKeys } from '../../lib/address/search-params.ts';

/** Messages per page. */
export const PAGE_SIZE = 20;

/** Which messages the URL selects. */
export interface InboxState {
	kind: MessageKind | undefined;
	unread: boolean;
	q: string;
	/** One-based. */
	page: number;
}

const KEYS = ['kind', 'unread', 'q', 'page', 'view'] as const;
export type InboxSearch = { [K in (typeof KEYS)[number]]?: string | string[] };

export function pickInboxSearch(search: Record<string, unknown>): InboxSearch {
	return pickKeys(search, KEYS);
}

const MAX_SEARCH_LENGTH = 200;
const MAX_PAGE = 9_999;

/** Reads the state from the URL. Defaults replace invalid values. */
export function readInboxState(search: InboxSearch): InboxState {
	const reader = createQueryReader(search);
	return {
		kind: reader.one<MessageKind | undefined>('kind', readOneOf(MESSAGE_KINDS), undefined),
		unread: reader.flag('unread'),
		q: String([search.q].flat()[0] ?? '')
			.trim()
			.slice(0, MAX_SEARCH_LENGTH),
		page: reader.one('page', readInteger(1, MAX_PAGE), 1),
	};
}

export function writeInboxState({ kind, unread, q, page }: InboxState): InboxSearch {
	return toDotted({ kind, unread: unread || undefined, q: q || undefined, page: page > 1 ? page : undefined });
}

/** Search parameters that open the alert delivery tab. */
export const DELIVERY_TAB: InboxSearch = { view: 'delivery' };

export function isDeliveryTab({ view }: InboxSearch): boolean {
	return view === DELIVERY_TAB.view;
}

/** Converts the state to parameters of the API call. */
export function inboxParameters({ kind, unread, q, page }: InboxState) {
	return {
		...(kind ? { kind } : {}),
		...(unread ? { unread } : {}),
		...(q ? { q } : {}),
		skip: (page - 1) * PAGE_SIZE,
		max: PAGE_SIZE,
	};
}
