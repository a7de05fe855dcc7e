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

/** One page of the log, newest first, and how many entries there are in all. */
export interface AuditPage {
	items: (AuditEntry & { id: number })[];
	total: number;
}
