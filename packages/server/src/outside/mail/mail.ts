export interface Mail {
	to: string;
	subject: string;
	text: string;
	html: string;
	/** The same where a mail may be sent twice, as `<...@host>`: mail programs show it once. */
	messageId?: string;
	/** Where an answer goes, if not to the sender of our mails. */
	replyTo?: string;
}

/** Brings a mail on its way, or throws. */
export interface Mailer {
	send(mail: Mail): Promise<void>;
	close(): void;
}
