export interface Mail {
	to: string;
	subject: string;
	text: string;
	html: string;
}

/** Brings a mail on its way, or throws. */
export interface Mailer {
	send(mail: Mail): Promise<void>;
	close(): void;
}
