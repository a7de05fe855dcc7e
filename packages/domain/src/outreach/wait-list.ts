import { email, type Rule, required } from '../access/form-rules.ts';
import type { UtcMs } from '../time/units.ts';

/** The invitation through which a visitor signed up. */
export const WAIT_LIST_SOURCES = ['hunter', 'girls'] as const;
export type WaitListSource = (typeof WAIT_LIST_SOURCES)[number];

export const waitListEmailRules: readonly Rule[] = [required(), email('Invalid email address')];

/** A visitor waiting for the launch; unique by address and source. */
export interface WaitListSignUp {
	/** Lower case. */
	readonly email: string;
	readonly source: WaitListSource;
	readonly at: UtcMs;
}

/** Search criteria; a sign-up must match all of them. */
export interface WaitListSearch {
	/** Part of the address, ignoring case. */
	readonly email?: string | undefined;
	readonly source?: WaitListSource | undefined;
	readonly since?: UtcMs | undefined;
	/** Exclusive. */
	readonly until?: UtcMs | undefined;
}
