import type { Mail } from './mail.ts';

/** A mail as the library takes it. Headers of ours are short and go out as they are: it would fold them after their names. */
export const composed = ({ messageId, headers = {}, ...mail }: Mail) => ({
	...mail,
	...(messageId === undefined ? {} : { messageId: `<${messageId}>` }),
	headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, { prepared: true, value }])),
});
