import type { Mail } from './mail.ts';

/** A mail in the library's format. Our headers are short and sent as they are: the library would fold them after the header name. */
export function composeMail({ messageId, headers = {}, ...mail }: Mail) {
	return {
		...mail,
		...(messageId === undefined ? {} : { messageId: `<${messageId}>` }),
		headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, { prepared: true, value }])),
	};
}
