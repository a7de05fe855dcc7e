/** The outcome of sending something to an external server. */
export type Outcome =
	| { readonly kind: 'delivered' }
	/** Temporary failure: retry, after `wait` milliseconds if the server asked for a delay. */
	| {
			readonly kind: 'later';
			readonly why: string;
			readonly wait?: number | undefined;
			/** The whole channel is unavailable, not just for this message. Default: false. */
			readonly away?: boolean;
	  }
	/** This message is rejected permanently; others may be accepted. */
	| { readonly kind: 'unfit'; readonly why: string }
	/** The receiver wants no more messages, or no longer exists. */
	| { readonly kind: 'refused'; readonly why: string };

export const DELIVERED: Outcome = { kind: 'delivered' };

export function retryLater(reason: string, wait?: number): Outcome {
	return { kind: 'later', why: reason, wait };
}

export function rejectedMessage(reason: string): Outcome {
	return { kind: 'unfit', why: reason };
}

export function refusedByReceiver(reason: string): Outcome {
	return { kind: 'refused', why: reason };
}
