/** A mail of commerce as it waits to be sent. */
export interface BillingMail {
	readonly to: string;
	readonly subject: string;
	readonly text: string;
	readonly html: string;
	/** Without angle brackets; the same however often it is sent: mail programs show it once. */
	readonly messageId: string;
}
