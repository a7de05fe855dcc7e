import type { UtcMs } from '../time/units.ts';

/** An audited action. Entries outlive the accounts named in them. */
export interface AuditEntry {
	at: UtcMs;
	/** null: the product itself, or a command run on the server. */
	actorId: string | null;
	actor: string;
	/** 'noun.verb', for example 'user.change'. */
	act: string;
	target: string;
	detail: Readonly<Record<string, unknown>>;
	address: string;
}

/** A stored entry; `id` orders entries with the same time. */
export type StoredAuditEntry = AuditEntry & { readonly id: number };

/** Search criteria; an entry must match all of them. Texts match the start of a field, ignoring case. */
export interface AuditSearch {
	readonly actor?: string | undefined;
	readonly act?: string | undefined;
	readonly target?: string | undefined;
	readonly since?: UtcMs | undefined;
	/** Exclusive. */
	readonly until?: UtcMs | undefined;
}

/** Maximum number of entries that are counted and can be reached by paging; older entries are found by date. */
export const MAX_AUDIT_COUNT = 10_000;

/** One page of the log, newest first. */
export interface AuditPage {
	items: StoredAuditEntry[];
	/** Number of entries in total, at most MAX_AUDIT_COUNT. */
	total: number;
	/** Whether there are more than MAX_AUDIT_COUNT entries. */
	isMore: boolean;
}
