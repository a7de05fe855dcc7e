/** A billing mail waiting to be sent. */
export interface BillingMail {
	readonly to: string;
	readonly subject: string;
	readonly text: string;
	readonly html: string;
	/** Without angle brackets; the same for every attempt, so that mail programs show it only once. */
	readonly messageId: string;
}
