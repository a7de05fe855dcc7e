import type { Mail } from './mail.ts';

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
