export interface Mail {
	to: string;
	subject: string;
	text: string;
	html: string;
	/** Address for replies. Default: the sender. */
	replyTo?: string;
	/** 'id@host', without angle brackets. The same for each retry, so that mail clients show a mail received twice only once. */
	messageId?: string;
	headers?: Readonly<Record<string, string>>;
	/** PNGs that the HTML shows by their id. */
	pictures?: readonly Picture[];
}

interface Picture {
	/** 'id@host' */
	id: string;
	/** File name. */
	name: string;
	bytes: Buffer;
}

/** Sends a mail, or throws. */
export interface Mailer {
	send(mail: Mail): Promise<void>;
	close(): void;
}
