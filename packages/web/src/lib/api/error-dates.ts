import type { ApiTransport } from '@sw/contract/client/transport';

const DATE = /\d{4}-\d\d-\d\d/;

/** Wraps a transport, and formats dates in errors as on screen. The formatter loads with the first such error. */
export function withErrorDates(api: ApiTransport): ApiTransport {
	return async (request) => {
		const reply = await api(request);
		const text = reply.status < 400 ? '' : JSON.stringify(reply.body);
		if (!DATE.test(text)) return reply;
		const { formatDatesIn: screenDates } = await import('../format/screen-dates.ts');
		return { ...reply, body: JSON.parse(screenDates(text)) };
	};
}
