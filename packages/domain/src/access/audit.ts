import type { UtcMs } from '../time/units.ts';

/** Who did what to whom; entries remain after their accounts are deleted. */
export interface AuditEntry {
	at: UtcMs;
	/** null: the product itself, or a command on the server. */
	actorId: string | null;
	actor: string;
	/** 'noun.verb', for example 'user.change'. */
	act: string;
	target: string;
	detail: Readonly<Record<string, unknown>>;
	address: string;
}

/** A stored entry; `id` distinguishes entries of one instant. */
export type AuditLine = AuditEntry & { readonly id: number };

/** Selects entries; absent criteria match everything. Texts match the start of a field, ignoring case. */
export interface AuditSearch {
	readonly actor?: string | undefined;
	readonly act?: string | undefined;
	readonly target?: string | undefined;
	readonly since?: UtcMs | undefined;
	/** Exclusive. */
	readonly until?: UtcMs | undefined;
}

/** Number of entries counted and reachable by paging; older ones are found by date. */
export const AUDIT_COUNTED = 10_000;

/** One page of the log, newest first. */
export interface AuditPage {
	items: AuditLine[];
	/** Total number, at most AUDIT_COUNTED. */
	total: number;
	/** There are more than AUDIT_COUNTED. */
	isMore: boolean;
}
