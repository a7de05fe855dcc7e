import type { ApiTransport } from '@sw/contract/client/transport';

const DATE = /\d{4}-\d\d-\d\d/;

/** Wraps a transport, and formats dates in errors as on screen. The formatter loads with the first such error. */
export function withErrorDates(transport: ApiTransport): ApiTransport {
	return async (request) => {
		const response = await transport(request);
		const text = response.status < 400 ? '' : JSON.stringify(response.body);
		if (!DATE.test(text)) return response;
		const { formatDatesIn } = await import('../format/screen-dates.ts');
		return { ...response, body: JSON.parse(formatDatesIn(text)) };
	};
}
