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

/** A mail in the library's format. Our headers are short and sent as they are: the library would fold them after the header name. */
export function composeMail({ messageId, headers = {}, pictures = [], ...mail }: Mail) {
	return {
		...mail,
		...(messageId === undefined ? {} : { messageId: `<${messageId}>` }),
		attachments: pictures.map(({ id, name, bytes }) => ({
			filename: name,
			content: bytes,
			contentType: 'image/png',
			cid: id,
			contentDisposition: 'inline' as const,
		})),
		headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, { prepared: true, value }])),
	};
}
