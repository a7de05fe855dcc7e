export interface Mail {
	to: string;
	subject: string;
	text: string;
	html: string;
	/** Address for replies. Default: the sender. */
	replyTo?: string;
	/** 'id@host', without angle brackets. Retries use the same id, so mail clients show a duplicate only once. */
	messageId?: string;
	headers?: Readonly<Record<string, string>>;
	/** PNG images that the HTML refers to by id. */
	pictures?: readonly Picture[];
}

interface Picture {
	/** 'id@host' */
	id: string;
	name: string;
	bytes: Buffer;
}

/** `send` rejects if the mail was not accepted. */
export interface Mailer {
	send(mail: Mail): Promise<void>;
	close(): void;
}

/** Converts a mail to nodemailer's format. Header values are passed as prepared, because nodemailer would fold even short values after the name. */
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
