import { email, type Rule, required } from '../access/form-rules.ts';
import type { UtcMs } from '../time/units.ts';

/** The invitation by which a visitor signed up. */
export const WAIT_LIST_SOURCES = ['hunter', 'girls'] as const;
export type WaitListSource = (typeof WAIT_LIST_SOURCES)[number];

export const waitListEmailRules: readonly Rule[] = [required(), email('Invalid email address')];

/** An address that waits for the beginning. It stands once for each source, in small letters. */
export interface WaitListEntry {
	readonly email: string;
	readonly source: WaitListSource;
	readonly at: UtcMs;
}

/** Which entries; what is left out does not narrow them. */
export interface WaitListSearch {
	/** Part of the address, in any case of letters. */
	readonly email?: string | undefined;
	readonly source?: WaitListSource | undefined;
	readonly since?: UtcMs | undefined;
	/** Not itself. */
	readonly until?: UtcMs | undefined;
}
