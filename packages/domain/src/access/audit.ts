import type { UtcMs } from '../time/units.ts';

/** Who did what to whom; it outlives the accounts it names. */
export interface AuditEntry {
	at: UtcMs;
	/** null: the product itself, or a command on the machine. */
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

/** Which entries; what is left out does not narrow them. Words are what a field begins with, in any case of letters. */
export interface AuditSearch {
	readonly actor?: string | undefined;
	readonly act?: string | undefined;
	readonly target?: string | undefined;
	readonly since?: UtcMs | undefined;
	/** Not itself. */
	readonly until?: UtcMs | undefined;
}

/** Entries that are counted and can be turned to; older ones are found by their dates. */
export const AUDIT_COUNTED = 10_000;

/** One page of the log, newest first. */
export interface AuditPage {
	items: AuditLine[];
	/** How many there are in all, at most AUDIT_COUNTED. */
	total: number;
	/** There are more than were counted. */
	isMore: boolean;
}
