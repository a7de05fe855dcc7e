export interface Mail {
	to: string;
	subject: string;
	text: string;
	html: string;
	/** Where an answer goes, if not to the sender of our mails. */
	replyTo?: string;
	/** 'id@host', without angle brackets; the same with each try, so that mail programs know a mail which comes twice as one. */
	messageId?: string;
	headers?: Readonly<Record<string, string>>;
}

/** Brings a mail on its way, or throws. */
export interface Mailer {
	send(mail: Mail): Promise<void>;
	close(): void;
}
