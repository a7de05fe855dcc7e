import type { ApiTransport } from '@sw/contract/client/transport';

const DATE = /\d{4}-\d\d-\d\d/;

/** The same transport; errors name dates as screens write them. The rule is loaded with the first such error. */
export function withErrorDates(api: ApiTransport): ApiTransport {
	return async (request) => {
		const reply = await api(request);
		const text = reply.status < 400 ? '' : JSON.stringify(reply.body);
		if (!DATE.test(text)) return reply;
		const { screenDates } = await import('../format/screen-dates.ts');
		return { ...reply, body: JSON.parse(screenDates(text)) };
	};
}
