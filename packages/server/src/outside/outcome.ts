/** What came of handing something to somebody else's server, whichever way it went. */
export type Outcome =
	| { readonly kind: 'delivered' }
	/** Not now: to be tried again, after `wait` milliseconds where it said so. */
	| {
			readonly kind: 'later';
			readonly why: string;
			readonly wait?: number | undefined /** Not this one alone: none would go. */;
			readonly away?: boolean;
	  }
	/** This one is not taken, ever; others may be. */
	| { readonly kind: 'unfit'; readonly why: string }
	/** The receiver wants nothing more, or is no more. */
	| { readonly kind: 'refused'; readonly why: string };

export const DELIVERED: Outcome = { kind: 'delivered' };
export const later = (why: string, wait?: number): Outcome => ({ kind: 'later', why, wait });
export const unfit = (why: string): Outcome => ({ kind: 'unfit', why });
export const refused = (why: string): Outcome => ({ kind: 'refused', why });
